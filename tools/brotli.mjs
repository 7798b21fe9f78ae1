// node tools/brotli.mjs FOLDER: write a .br beside each file that gets smaller, for servers that send them.
import {readdirSync, readFileSync, statSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {brotliCompressSync, constants} from "node:zlib";

const [folder] = process.argv.slice(2);
// Quality 11 would take over a minute, and save little more.
const params = {[constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24};
for (const name of readdirSync(folder, {recursive: true})) {
  const path = join(folder, name);
  if (!statSync(path).isFile() || name === "_headers") continue;
  const bytes = readFileSync(path);
  const packed = brotliCompressSync(bytes, {params});
  if (packed.length < 0.9 * bytes.length) writeFileSync(path + ".br", packed);
}

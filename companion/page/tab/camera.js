// Reads QR codes with the camera. Browsers without a detector of their own load one.

const PAUSE = 150;

/** @typedef {{detect: (video: HTMLVideoElement) => Promise<{rawValue: string}[]>}} Detector */

/** @returns {Promise<Detector>} */
async function detector() {
  const how = {formats: ["qr_code"]};
  const own = /** @type {any} */ (window).BarcodeDetector;
  const formats = own ? await own.getSupportedFormats().catch(() => []) : [];
  if (formats.includes("qr_code")) return new own(how);
  const {BarcodeDetector} = await import("./qr/decode.js");
  return new BarcodeDetector(how);
}

/** Has this page the camera already? Then nobody is asked. */
export async function isAllowed() {
  try {
    const {state} = await navigator.permissions.query(/** @type {any} */ ({name: "camera"}));
    return state === "granted";
  } catch {
    return false;
  }
}

/** A camera that is on. */
export class Camera {
  /** @param {MediaStream} stream @param {HTMLVideoElement} video */
  constructor(stream, video) {
    this.stream = stream;
    this.video = video;
    this.isOn = true;
  }

  /** Ask for the camera and switch it on. Throws if there is none, or if it may not be used.
   * @param {HTMLVideoElement} video @param {() => void} lost when the browser takes it away */
  static async open(video, lost = () => {}) {
    const stream = await navigator.mediaDevices.getUserMedia({
      video: {facingMode: "environment", width: {ideal: 1280}, height: {ideal: 720}},
    });
    stream.getTracks().forEach((one) => one.addEventListener("ended", lost));
    video.srcObject = stream;
    await video.play().catch(() => null);
    return new Camera(stream, video);
  }

  /** Call `take` with each code that comes into view, until it returns true or the camera is off.
   * @param {(text: string) => boolean|Promise<boolean>} take */
  async read(take) {
    const reader = await detector();
    let last = "";
    while (this.isOn) {
      const [found] = await reader.detect(this.video).catch(() => []);
      const text = found ? found.rawValue : "";
      if (text && text !== last && (await take(text))) return;
      last = text || last;
      await new Promise((go) => {
        setTimeout(go, PAUSE);
      });
    }
  }

  close() {
    this.isOn = false;
    this.stream.getTracks().forEach((one) => one.stop());
    this.video.srcObject = null;
  }
}

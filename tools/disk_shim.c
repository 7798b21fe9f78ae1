/* Loaded with LD_PRELOAD by tools/disk.py: the disk below the files in the folder TORTURE_PATH.

   TORTURE_FULL: while this file exists, no file grows; a write keeps what fits and then fails with ENOSPC.
   TORTURE_SLOW: milliseconds that each fsync takes.
   TORTURE_LOG: where to record writes (W), fsyncs (S), truncations (T), renames (R) and deletions (U). */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static int (*real_fsync)(int), (*real_fdatasync)(int), (*real_ftruncate)(int, off_t);
static int (*real_rename)(const char *, const char *), (*real_unlink)(const char *);
static const char *folder, *full, *slow;
static int record = -1;
static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void begin(void) {
  real_write = dlsym(RTLD_NEXT, "write");
  real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
  real_fsync = dlsym(RTLD_NEXT, "fsync");
  real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
  real_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
  real_rename = dlsym(RTLD_NEXT, "rename");
  real_unlink = dlsym(RTLD_NEXT, "unlink");
  folder = getenv("TORTURE_PATH");
  full = getenv("TORTURE_FULL");
  slow = getenv("TORTURE_SLOW");
  const char *log = getenv("TORTURE_LOG");
  if (log) record = open(log, O_WRONLY | O_CREAT | O_APPEND, 0600);
}

static int is_ours(const char *path) { return folder && !strncmp(path, folder, strlen(folder)); }

static int name_of(int fd, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = folder ? readlink(link, path, 4095) : -1;
  path[length > 0 ? length : 0] = 0;
  return is_ours(path);
}

static void put(const void *data, size_t size) {
  for (const char *at = data; size;) {
    ssize_t done = real_write(record, at, size);
    if (done <= 0) abort();
    at += done;
    size -= (size_t)done;
  }
}

/* Kind, length of the path, of the second path and of the data, offset; then these three. */
static void note(char kind, const char *path, const char *other, int64_t offset, const void *data,
                 size_t size) {
  if (record < 0) return;
  int64_t head[4] = {(int64_t)strlen(path), (int64_t)strlen(other), (int64_t)size, offset};
  put(&kind, 1);
  put(head, sizeof head);
  put(path, strlen(path));
  put(other, strlen(other));
  put(data, size);
}

static ssize_t put_at(int fd, const void *data, size_t size, off_t at, int moves) {
  char path[4096];
  if (!name_of(fd, path)) return moves ? real_write(fd, data, size) : real_pwrite(fd, data, size, at);
  struct stat now;
  fstat(fd, &now);
  if (moves) at = fcntl(fd, F_GETFL) & O_APPEND ? now.st_size : lseek(fd, 0, SEEK_CUR);
  if (full && !access(full, F_OK) && at + (off_t)size > now.st_size) {
    size = now.st_size > at ? (size_t)(now.st_size - at) : 0;
    if (!size) {
      errno = ENOSPC;
      return -1;
    }
  }
  pthread_mutex_lock(&one_at_a_time);
  ssize_t done = moves ? real_write(fd, data, size) : real_pwrite(fd, data, size, at);
  if (done > 0) note('W', path, "", at, data, (size_t)done);
  pthread_mutex_unlock(&one_at_a_time);
  return done;
}

ssize_t write(int fd, const void *data, size_t size) { return put_at(fd, data, size, 0, 1); }
ssize_t pwrite64(int fd, const void *data, size_t size, off_t at) { return put_at(fd, data, size, at, 0); }
ssize_t pwrite(int fd, const void *data, size_t size, off_t at) { return put_at(fd, data, size, at, 0); }

static int flush(int fd, int (*real)(int)) {
  char path[4096];
  int ours = name_of(fd, path);
  if (ours && slow) usleep((useconds_t)atoi(slow) * 1000);
  pthread_mutex_lock(&one_at_a_time);
  int done = real(fd);
  if (ours && !done) note('S', path, "", 0, "", 0);
  pthread_mutex_unlock(&one_at_a_time);
  return done;
}

int fsync(int fd) { return flush(fd, real_fsync); }
int fdatasync(int fd) { return flush(fd, real_fdatasync); }

int ftruncate64(int fd, off_t size) {
  char path[4096];
  pthread_mutex_lock(&one_at_a_time);
  int done = real_ftruncate(fd, size);
  if (!done && name_of(fd, path)) note('T', path, "", size, "", 0);
  pthread_mutex_unlock(&one_at_a_time);
  return done;
}

int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

int rename(const char *path, const char *to) {
  pthread_mutex_lock(&one_at_a_time);
  int done = real_rename(path, to);
  if (!done && is_ours(path)) note('R', path, to, 0, "", 0);
  pthread_mutex_unlock(&one_at_a_time);
  return done;
}

int unlink(const char *path) {
  pthread_mutex_lock(&one_at_a_time);
  int done = real_unlink(path);
  if (!done && is_ours(path)) note('U', path, "", 0, "", 0);
  pthread_mutex_unlock(&one_at_a_time);
  return done;
}

/** One whole reply as it came over a socket. `bytes` counts its body as it was sent, without the frames of chunks. */
export type Reply = { status: number; head: string; bytes: number };

const END_OF_HEAD = Buffer.from('\r\n\r\n');
const STATUS = /^HTTP\/1\.[01] (\d{3})/u;
const LENGTH = /\r\ncontent-length: *(\d+)/iu;
const CHUNKED = /\r\ntransfer-encoding: *chunked/iu;
const END_OF_CHUNK = 2;

const EMPTY = Buffer.alloc(0);

/**
 * Reads replies out of the bytes of one connection, whatever pieces they come in, and tells of each as soon as it is complete. Bodies have a length or come in chunks;
 * a reply with neither has none. Throws on what is no HTTP/1.
 */
export function createReplyReader(onReply: (reply: Reply) => void) {
  let rest: Buffer = EMPTY;
  let reply: Reply | null = null;
  /** Bytes of the body, or of the present chunk with its end, that are still to come. */
  let left = 0;
  let isChunked = false;

  const finish = (): void => {
    const complete = reply;
    reply = null;
    isChunked = false;
    if (complete) onReply(complete);
  };

  /** Reads a head when all of it is there; false when it is not. */
  const readHead = (): boolean => {
    const end = rest.indexOf(END_OF_HEAD);
    if (end < 0) return false;
    const head = rest.toString('latin1', 0, end);
    rest = rest.subarray(end + END_OF_HEAD.length);
    const status = Number(STATUS.exec(head)?.[1]);
    if (!status) throw new Error(`this is no HTTP reply: ${head.slice(0, 80)}`);
    // What comes before the reply itself, such as early hints.
    if (status < 200) return true;
    isChunked = CHUNKED.test(head);
    left = isChunked ? 0 : Number(LENGTH.exec(head)?.[1] ?? 0);
    reply = { status, head, bytes: left };
    if (!isChunked && left === 0) finish();
    return true;
  };

  /** Passes over the body's bytes that are there. */
  const skip = (): void => {
    const passed = Math.min(left, rest.length);
    rest = rest.subarray(passed);
    left -= passed;
    if (left === 0 && !isChunked) finish();
  };

  const readChunkSize = (current: Reply): boolean => {
    const end = rest.indexOf('\r\n');
    if (end < 0) return false;
    const size = Number.parseInt(rest.toString('latin1', 0, end), 16);
    if (Number.isNaN(size)) throw new Error('a chunk says no size');
    // The last one is empty; our servers send no trailers behind it.
    if (size === 0) {
      if (rest.length < end + 2 * END_OF_CHUNK) return false;
      rest = rest.subarray(end + 2 * END_OF_CHUNK);
      finish();
      return true;
    }
    rest = rest.subarray(end + END_OF_CHUNK);
    current.bytes += size;
    left = size + END_OF_CHUNK;
    return true;
  };

  return (piece: Buffer): void => {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    while (rest.length > 0) {
      if (left > 0) skip();
      else if (reply === null) {
        if (!readHead()) return;
      } else if (!readChunkSize(reply)) return;
    }
  };
}

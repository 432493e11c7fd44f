/** A complete reply as received. `bytes` is the length of its body as sent, without chunk framing, and `pieces` are the body. */
export type Reply = { status: number; head: string; bytes: number; pieces: Buffer[] };

const END_OF_HEAD = Buffer.from('\r\n\r\n');
const STATUS = /^HTTP\/1\.[01] (\d{3})/u;
const LENGTH = /\r\ncontent-length: *(\d+)/iu;
const CHUNKED = /\r\ntransfer-encoding: *chunked/iu;
const END_OF_CHUNK = 2;

const EMPTY = Buffer.alloc(0);

/**
 * Parses replies from the bytes of one connection, in chunks of any size, and reports each when complete. Bodies have a length or are chunked; a
 * reply with neither has no body. Throws on anything but HTTP/1.
 */
export function createReplyReader(onReply: (reply: Reply) => void) {
  let rest: Buffer = EMPTY;
  let reply: Reply | null = null;
  /** Bytes still to come of the body, or of the current chunk with its line end. */
  let left = 0;
  let isChunked = false;
  /** Of `left`, what isn't body but ends a chunk. */
  let framing = 0;

  const finish = (): void => {
    const complete = reply;
    reply = null;
    isChunked = false;
    if (complete) onReply(complete);
  };

  /** Parses a head once it is complete; false until then. */
  const readHead = (): boolean => {
    const end = rest.indexOf(END_OF_HEAD);
    if (end < 0) return false;
    const head = rest.toString('latin1', 0, end);
    rest = rest.subarray(end + END_OF_HEAD.length);
    const status = Number(STATUS.exec(head)?.[1]);
    if (!status) throw new Error(`this is no HTTP reply: ${head.slice(0, 80)}`);
    // An informational reply, such as early hints, before the actual one.
    if (status < 200) return true;
    isChunked = CHUNKED.test(head);
    left = isChunked ? 0 : Number(LENGTH.exec(head)?.[1] ?? 0);
    framing = 0;
    reply = { status, head, bytes: left, pieces: [] };
    if (!isChunked && left === 0) finish();
    return true;
  };

  /** Takes the available bytes of the body. */
  const take = (): void => {
    const passed = Math.min(left, rest.length);
    const ofBody = Math.min(left - framing, passed);
    if (ofBody > 0) reply?.pieces.push(rest.subarray(0, ofBody));
    rest = rest.subarray(passed);
    left -= passed;
    if (left === 0 && !isChunked) finish();
  };

  const readChunkSize = (current: Reply): boolean => {
    const end = rest.indexOf('\r\n');
    if (end < 0) return false;
    const size = Number.parseInt(rest.toString('latin1', 0, end), 16);
    if (Number.isNaN(size)) throw new Error('a chunk says no size');
    // The last chunk is empty; our servers send no trailers after it.
    if (size === 0) {
      if (rest.length < end + 2 * END_OF_CHUNK) return false;
      rest = rest.subarray(end + 2 * END_OF_CHUNK);
      finish();
      return true;
    }
    rest = rest.subarray(end + END_OF_CHUNK);
    current.bytes += size;
    framing = END_OF_CHUNK;
    left = size + framing;
    return true;
  };

  return (piece: Buffer): void => {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    while (rest.length > 0) {
      if (left > 0) take();
      else if (reply === null) {
        if (!readHead()) return;
      } else if (!readChunkSize(reply)) return;
    }
  };
}

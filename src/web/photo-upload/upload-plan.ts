/** The size of a part on a good connection, in bytes; a bad one gets smaller parts. */
export const PART_BYTES = 262_144;
const SMALLEST_PART_BYTES = 32_768;
/** A part that takes longer is too large for the connection: after a break, it must all be sent again. */
const SLOW_PART_MS = 6000;
const QUICK_PART_MS = 1500;
/** How often the shop may fail at one step; a lost connection is retried forever. */
const MOST_FAILURES = 3;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** The state of a photo's upload. */
export type Way = {
  size: number;
  /** The upload's id at the shop; null before it exists there. */
  id: string | null;
  /** The number of bytes that the shop has confirmed. */
  received: number;
  /** The shop currently starts no more uploads in parts for this user. */
  inOnePiece: boolean;
  /** A step's reply was lost: the shop may have more or less than confirmed. */
  doubtful: boolean;
  partBytes: number;
  /** Failures reported by the shop since the last progress. */
  failures: number;
  /** Attempts without a reply since the last reply. */
  lost: number;
};

export type Step = { do: 'whole' } | { do: 'begin' } | { do: 'ask' } | { do: 'send'; from: number; to: number } | { do: 'complete' };
export type Heard = { id: string } | { received: number };

/** Returns the initial state for a photo of this many bytes. */
export function beginWay(size: number): Way {
  return {
    size,
    id: null,
    received: 0,
    inOnePiece: false,
    doubtful: false,
    partBytes: PART_BYTES,
    failures: 0,
    lost: 0,
  };
}

/** Returns the next step: a photo that fits in one part is sent whole, a larger one in parts. */
export function nextStep({ size, id, received, inOnePiece, doubtful, partBytes }: Way): Step {
  if (size <= PART_BYTES || inOnePiece) return { do: 'whole' };
  if (id === null) return { do: 'begin' };
  if (doubtful) return { do: 'ask' };
  if (received < size) return { do: 'send', from: received, to: Math.min(received + partBytes, size) };
  return { do: 'complete' };
}

/** Whether the shop replied without having received more of the photo, which counts as a failure. */
export const madeNoProgress = (way: Way, step: Step, heard: Heard): boolean => step.do === 'send' && 'received' in heard && heard.received <= way.received;

/** Returns the state after a successful step that took this long. Only progress resets the failure count. */
export function afterStep(way: Way, heard: Heard, tookMs: number): Way {
  if ('id' in heard) return { ...way, id: heard.id, received: 0, doubtful: false, lost: 0 };
  const received = Math.min(Math.max(heard.received, 0), way.size);
  const partBytes = way.doubtful ? way.partBytes : fitPart(way.partBytes, tookMs);
  return { ...way, received, partBytes, doubtful: false, failures: received > way.received ? 0 : way.failures, lost: 0 };
}

function fitPart(bytes: number, tookMs: number): number {
  if (tookMs > SLOW_PART_MS) return Math.max(bytes / 2, SMALLEST_PART_BYTES);
  return tookMs < QUICK_PART_MS ? Math.min(bytes * 2, PART_BYTES) : bytes;
}

/** Returns the state after a step failed with this status (0: no reply); null when a retry is pointless. */
export function afterFailure(way: Way, status: number): Way | null {
  const again = { ...way, doubtful: way.id !== null, partBytes: Math.max(way.partBytes / 2, SMALLEST_PART_BYTES) };
  if (status === 0) return { ...again, lost: way.lost + 1 };
  const failures = way.failures + 1;
  if (failures > MOST_FAILURES) return null;
  // The shop no longer has the upload: it starts over.
  if (status === 404 && way.id !== null) return { ...way, id: null, received: 0, doubtful: false, failures, lost: 0 };
  if (status === 409 && way.id !== null) return { ...way, doubtful: true, failures, lost: 0 };
  // Too many unfinished uploads remain there from earlier visits.
  if (status === 429 && way.id === null) return { ...way, inOnePiece: true, failures, lost: 0 };
  return isPassing(status) ? { ...again, failures, lost: 0 } : null;
}

/** Whether a retry may succeed after this status. */
const isPassing = (status: number): boolean => status === 408 || status === 425 || status === 429 || status >= 500;

/** Returns the wait before the next attempt, in milliseconds. `chance` (0 to 1) spreads clients that lost the same connection. */
export function waitMs({ failures, lost }: Pick<Way, 'failures' | 'lost'>, chance: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** (Math.max(failures, lost) - 1), LONGEST_WAIT_MS) * (0.5 + chance / 2);
}

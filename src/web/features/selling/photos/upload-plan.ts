/** A part as it is sent on a good line, in bytes; a bad line gets smaller ones. */
export const PART_BYTES = 262_144;
const SMALLEST_PART_BYTES = 32_768;
/** A part that takes longer is too large for the line: what a break costs is sent again. */
const SLOW_PART_MS = 6000;
const QUICK_PART_MS = 1500;
/** So often the shop may fail at one step; a line that is lost is waited for without an end. */
const MOST_FAILURES = 3;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** How far a photo is on its way to the shop. */
export type Way = {
  size: number;
  /** The upload's id at the shop; null before it is begun there. */
  id: string | null;
  /** Bytes that the shop has said it has. */
  received: number;
  /** The shop begins no more uploads in parts for this person just now. */
  inOnePiece: boolean;
  /** A step's end was never heard: the shop may have more than it said, or less. */
  doubtful: boolean;
  partBytes: number;
  /** Steps since the last forward that the shop answered with a failure. */
  failures: number;
  /** Tries since the last answer that nobody answered. */
  lost: number;
};

export type Step = { do: 'whole' } | { do: 'begin' } | { do: 'ask' } | { do: 'send'; from: number; to: number } | { do: 'complete' };
export type Heard = { id: string } | { received: number };

/** The way of a photo of so many bytes, before its first step. */
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

/** What to do next: what is one part anyway goes at once, anything larger in parts. */
export function nextStep({ size, id, received, inOnePiece, doubtful, partBytes }: Way): Step {
  if (size <= PART_BYTES || inOnePiece) return { do: 'whole' };
  if (id === null) return { do: 'begin' };
  if (doubtful) return { do: 'ask' };
  if (received < size) return { do: 'send', from: received, to: Math.min(received + partBytes, size) };
  return { do: 'complete' };
}

/** Whether the shop answered, but has no more of the photo than before: as good as a failure. */
export const stoodStill = (way: Way, step: Step, heard: Heard): boolean => step.do === 'send' && 'received' in heard && heard.received <= way.received;

/** The way after a step that the shop answered, and how long that took. Only bytes that arrived make up for earlier failures. */
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

/** The way after a step that failed with this status (0: no answer at all); null when trying again by itself is of no use. */
export function afterFailure(way: Way, status: number): Way | null {
  const again = { ...way, doubtful: way.id !== null, partBytes: Math.max(way.partBytes / 2, SMALLEST_PART_BYTES) };
  if (status === 0) return { ...again, lost: way.lost + 1 };
  const failures = way.failures + 1;
  if (failures > MOST_FAILURES) return null;
  // The shop has forgotten the upload: it begins anew.
  if (status === 404 && way.id !== null) return { ...way, id: null, received: 0, doubtful: false, failures, lost: 0 };
  if (status === 409 && way.id !== null) return { ...way, doubtful: true, failures, lost: 0 };
  // Too many that were never finished are left there from earlier visits.
  if (status === 429 && way.id === null) return { ...way, inOnePiece: true, failures, lost: 0 };
  return isPassing(status) ? { ...again, failures, lost: 0 } : null;
}

/** Whether a refusal with this status may be gone at the next try. */
const isPassing = (status: number): boolean => status === 408 || status === 425 || status === 429 || status >= 500;

/** How long to wait before the next try, in milliseconds. `chance` (0 to 1) spreads those who lost the same line. */
export function waitMs({ failures, lost }: Pick<Way, 'failures' | 'lost'>, chance: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** (Math.max(failures, lost) - 1), LONGEST_WAIT_MS) * (0.5 + chance / 2);
}

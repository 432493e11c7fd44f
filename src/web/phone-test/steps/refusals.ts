import { UntestableError } from '../stage.ts';

const ALLOW = 'You didn’t allow it, so this counts as not tested. To allow it, open the settings beside the page’s address.';

/** What a browser throws when it gives no camera, microphone or position, as a sentence about it. */
function toUntestable(error: unknown, what: string): UntestableError {
  const name = error instanceof DOMException ? error.name : '';
  const isRefused = name === 'NotAllowedError' || name === 'SecurityError' || isRefusedPosition(error);
  if (isRefused) return new UntestableError('refused', `${what}: ${ALLOW}`);
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return new UntestableError('missing', `${what}: this browser finds none.`);
  return new UntestableError('failed', `${what}: it can’t be used right now, perhaps because another app uses it.`);
}

const isRefusedPosition = (error: unknown): boolean => error instanceof GeolocationPositionError && error.code === error.PERMISSION_DENIED;

/** Waits for what a browser may refuse. Throws `UntestableError`, or what skips the step. */
export async function orUntestable<T>(promise: Promise<T>, what: string): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    throw error instanceof DOMException || error instanceof GeolocationPositionError ? toUntestable(error, what) : error;
  }
}

import type { PhotoHint } from '#contract/images.ts';
import type { ErrorCode } from '#contract/shared/errors.ts';
import type { ImageUploadsTable } from '../../db/tables/pictures.ts';
import type { Db } from '../../db/tables.ts';
import { HttpError, NotFoundError } from '../../errors.ts';
import type { StoredImage } from '../../ports/image-store.ts';
import { lockCaller } from '../accounts/index.ts';
import { InterruptedError, requireWhole } from './rules.ts';
import { countUnfinished, findUpload, insertUpload, type NewUpload, readParts, settleUpload } from './upload-queries.ts';

const GONE = 'This upload no longer exists. Choose the photo again.';

/** The result of an upload: the photo's address and hints, or why it was rejected. Uploads of an earlier version have no hints. */
type Outcome = { address: string; hints?: PhotoHint[] } | { refused: { status: number; code: ErrorCode; message: string } };

type BegunUpload = { outcome: 'begun'; uploadId: string } | { outcome: 'too_many' };

/** Begins the upload of a file of this size in bytes. Returns `too_many` if this person has `most` incomplete ones. */
export function beginUpload(db: Db, upload: NewUpload, most: number): Promise<BegunUpload> {
  return db.transaction().execute(async (tx) => {
    // One person's concurrent uploads are counted one after the other.
    await lockCaller(tx, upload.userId);
    if ((await countUnfinished(tx, upload.userId)) >= most) return { outcome: 'too_many' };
    return { outcome: 'begun', uploadId: await insertUpload(tx, upload) };
  });
}

/**
 * Stores the photo of a complete upload and returns its address and hints; repeated calls return the same. Throws what `put` throws, and `ConflictError`
 * while parts are missing.
 */
export async function completeUpload(db: Db, upload: ImageUploadsTable, put: (bytes: Buffer) => Promise<StoredImage>): Promise<StoredImage> {
  if (upload.outcome !== null) return storedFrom(upload.outcome);
  requireWhole(upload);
  const bytes = await readParts(db, upload.id);
  if (bytes.length < upload.size) return storedFrom(await findOutcome(db, upload));
  const outcome = await outcomeOf(() => put(bytes));
  return storedFrom(await settleUpload(db, upload.id, JSON.stringify(outcome)));
}

/** The result of an upload whose parts are gone: another request completed it since. Throws `NotFound` when it is being deleted for its age. */
async function findOutcome(db: Db, upload: ImageUploadsTable): Promise<string> {
  const { outcome } = await requireUpload(db, upload.id, upload.user_id);
  if (outcome === null) throw new NotFoundError(GONE);
  return outcome;
}

function storedFrom(written: string): StoredImage {
  const outcome = JSON.parse(written) as Outcome;
  if ('address' in outcome) return { address: outcome.address, hints: outcome.hints ?? [] };
  const { status, code, message } = outcome.refused;
  throw new HttpError(status, code, message);
}

/** The caller's own upload; throws `NotFound` for any other. */
export async function requireUpload(db: Db, id: string, userId: string): Promise<ImageUploadsTable> {
  const upload = await findUpload(db, { id, userId });
  if (!upload) throw new NotFoundError(GONE);
  return upload;
}

/** Rejecting a photo is as final as accepting it. When the image store is down or busy, or the client is gone, the parts stay for another try. */
async function outcomeOf(put: () => Promise<StoredImage>): Promise<Outcome> {
  try {
    const { address, hints } = await put();
    return { address, hints };
  } catch (error) {
    if (!(error instanceof HttpError) || error instanceof InterruptedError || error.status >= 500 || error.status === 429) throw error;
    const { status, code, message } = error;
    return { refused: { status, code, message } };
  }
}

import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MAX_IMAGE_BYTES, MAX_UNFINISHED_UPLOADS } from '#contract/images.ts';
import { minutes } from '#contract/shared/durations.ts';
import { HttpError, MalformedError, TooLargeError } from '../../errors.ts';
import { onceLeft } from '../../http/half-closed.ts';
import { deleted, inserted } from '../../http/replies.ts';
import type { CallContext, ServeCall } from '../../http/route.ts';
import type { StoredImage } from '../../ports/image-store.ts';
import { networkKeyOf } from '../../security/client-network.ts';
import { createFairQueue } from '../../security/fair-queue.ts';
import type { Services } from '../../services.ts';
import { createTurns } from '../../turns.ts';
import { InterruptedError, requireAcceptableSize, requireLargePart, requireSamePart, TOO_LARGE } from './rules.ts';
import { addPart, deleteUpload, findPart } from './upload-queries.ts';
import { beginUpload, completeUpload, requireUpload } from './uploads.ts';
import { noteUpload } from './use.ts';

const FIELD = 'image';
/** How many photos one person can upload at once. */
const UPLOADS_OF_ONE_PERSON = 4;
/** A picture enters the queue once it has been received completely. Waiting ones are in memory: 240 MB at the most. */
const QUEUE = {
  name: 'pictures',
  atOnce: 3,
  atOnceOfNetwork: 2,
  mostWaiting: 24,
  mostOfPerson: UPLOADS_OF_ONE_PERSON,
  longestWaitMs: minutes(1),
  retryAfterSeconds: 3,
};
/** Allowance for boundaries, headers and a few small fields around the file. */
const ENVELOPE_BYTES = 64_000;

const TOO_MANY_UPLOADS = `You’re already uploading ${MAX_UNFINISHED_UPLOADS} photos. Wait until some of them are done.`;
const NOT_AN_UPLOAD = `Send the photo as a file in the multipart field “${FIELD}”.`;

/** Reads several files without storing them, so that an error can name the second one. */
const LIMITS = { fileSize: MAX_IMAGE_BYTES, files: 2, fields: 8, fieldSize: 4000, parts: 10, headerPairs: 50 };

type Asker = Pick<CallContext<'POST /images'>, 'request' | 'response' | 'caller'>;

/** The upload of pictures. Registers multipart parsing on `app` itself; no other call reads multipart bodies. */
export function imageRoutes(serve: ServeCall, app: FastifyInstance, services: Pick<Services, 'db' | 'clock' | 'images'>): void {
  const { db, clock, images } = services;
  const withinBounds = createUploadBound();
  const queue = createFairQueue(QUEUE);
  const inTurn = createTurns();
  app.register(multipart, { limits: LIMITS });

  /** Stores a picture when its turn comes, after charging its cost and before decoding anything. */
  const save = ({ request, response, caller }: Asker, bytes: Buffer): Promise<StoredImage> => {
    const cost = images.measure(bytes);
    app.limits.spend(caller.addressVerified ? 'pixels' : 'unverifiedPixels', { request, userId: caller.userId }, cost);
    const owner = { person: caller.userId, network: networkKeyOf(app.findAddress(request)) };
    const put = async (): Promise<StoredImage> => {
      const stored = await images.put(bytes);
      await noteUpload(db, images, { address: stored.address, by: caller.userId });
      return stored;
    };
    return queue.run(owner, put, { cost, signal: goneOf(response) });
  };

  serve('POST /images', async (asker) => {
    const { request, caller } = asker;
    const stored = await withinBounds(caller.userId, async () => save(asker, await readUpload(request)));
    return { reply: { data: toUploaded(stored) } };
  });

  serve('POST /imageUploads', async ({ body, caller }) => {
    requireAcceptableSize(body.size);
    const begun = await beginUpload(db, { userId: caller.userId, size: body.size, now: clock.now() }, MAX_UNFINISHED_UPLOADS);
    if (begun.outcome === 'too_many') throw new HttpError(429, 'too_many', TOO_MANY_UPLOADS);
    return inserted(begun.uploadId);
  });

  serve('PUT /imageUploads/:id', async ({ params, query, body, caller }) => {
    const part = { position: query.offset, content: Buffer.from(body).toString('base64'), size: body.length };
    requireLargePart(await requireUpload(db, params.id, caller.userId), part);
    if (await addPart(db, { id: params.id, userId: caller.userId }, part)) return { reply: { received: part.position + part.size } };
    const upload = await requireUpload(db, params.id, caller.userId);
    requireSamePart(upload, part, await findPart(db, upload.id, part.position));
    return { reply: { received: upload.received } };
  });

  serve('GET /imageUploads/:id', async ({ params, caller }) => {
    const { size, received } = await requireUpload(db, params.id, caller.userId);
    return { reply: { size, received } };
  });

  serve('POST /imageUploads/:id/complete', async (asker) => {
    const { params, caller } = asker;
    // A client that repeats the call waits for the first to end, and gets its result.
    const complete = async () => completeUpload(db, await requireUpload(db, params.id, caller.userId), (bytes) => save(asker, bytes));
    const stored = await withinBounds(caller.userId, () => inTurn(`${caller.userId} ${params.id}`, complete));
    return { reply: { data: toUploaded(stored) } };
  });

  serve('DELETE /imageUploads/:id', async ({ params, caller }) => {
    await requireUpload(db, params.id, caller.userId);
    return deleted(await deleteUpload(db, params.id));
  });
}

/** Counts each person's running uploads; throws when they send too many at once. */
function createUploadBound() {
  const ofPerson = new Map<string, number>();
  return async <T>(userId: string, upload: () => Promise<T>): Promise<T> => {
    const own = ofPerson.get(userId) ?? 0;
    if (own >= UPLOADS_OF_ONE_PERSON)
      throw new HttpError(429, 'too_many', 'You’re uploading too many photos at once. Wait a moment and try again.', { retryAfterSeconds: 3 });
    ofPerson.set(userId, own + 1);
    try {
      return await upload();
    } finally {
      const left = (ofPerson.get(userId) ?? 1) - 1;
      if (left > 0) ofPerson.set(userId, left);
      else ofPerson.delete(userId);
    }
  };
}

/** Aborts when the client disconnects before the reply. */
function goneOf({ request, raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  onceLeft(request.raw, raw, () => gone.abort(new InterruptedError()));
  return gone.signal;
}

async function readUpload(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw new MalformedError(NOT_AN_UPLOAD);
  if (Number(request.headers['content-length']) > MAX_IMAGE_BYTES + ENVELOPE_BYTES) throw new TooLargeError(TOO_LARGE);
  const picture = await readParts(request).catch((error: unknown) => {
    throw toOurError(error);
  });
  if (!picture) throw new MalformedError(NOT_AN_UPLOAD);
  return picture;
}

/** Reads all parts to the end, even of rejected requests: a client gets the reply only once everything has been read. */
async function readParts(request: FastifyRequest): Promise<Buffer | null> {
  let picture: Buffer | null = null;
  let refusal: HttpError | null = null;
  for await (const part of request.parts({ limits: LIMITS })) {
    if (part.type !== 'file') continue;
    if (part.fieldname !== FIELD) refusal ??= new MalformedError(NOT_AN_UPLOAD);
    else if (picture) refusal ??= new MalformedError('Send one photo at a time.');
    if (refusal) part.file.resume();
    else picture = await part.toBuffer();
  }
  if (refusal) throw refusal;
  return picture;
}

/** Translates the upload library's errors; returns unexpected ones unchanged. */
function toOurError(error: unknown): unknown {
  if (error instanceof HttpError || !(error instanceof Error)) return error;
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new TooLargeError(TOO_LARGE);
  if (code === 'FST_FILES_LIMIT') return new MalformedError('Send one photo at a time.');
  if (code.startsWith('FST_')) return new MalformedError(NOT_AN_UPLOAD);
  return new InterruptedError();
}

const toUploaded = ({ address, hints }: StoredImage) => ({ display_url: address, ...(hints.length > 0 && { hints }) });

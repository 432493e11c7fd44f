import type { Calls } from '#contract/calls.ts';
import type { PhotoHint } from '#contract/images.ts';
import type { ReplyOf } from '#contract/shared/endpoint.ts';
import type { Api } from '../api.ts';
import { createMeasuredSend } from '../measured-send.ts';

/** Options for a call with a body; `onProgress` receives the number of bytes sent. */
export type Watch = { signal: AbortSignal; onProgress: (bytes: number) => void };

/** An uploaded photo: its address, and the shop's suggestions for it. */
export type Uploaded = { address: string; hints: PhotoHint[] };

/** The shop's upload calls. Each throws `ApiError` when rejected, with status 0 when there was no reply. */
export type UploadCalls = {
  /** Sends a photo in one piece. */
  whole(photo: Blob, watch: Watch): Promise<Uploaded>;
  /** Starts an upload in parts; returns its id. */
  begin(size: number, watch: Watch): Promise<string>;
  /** Returns how many bytes of an upload the shop has. */
  ask(id: string, watch: Watch): Promise<number>;
  /** Sends the bytes from `offset` on; returns how many the shop has afterwards. */
  send(id: string, offset: number, part: Blob, watch: Watch): Promise<number>;
  /** Turns a fully received upload into a picture. */
  complete(id: string, watch: Watch): Promise<Uploaded>;
  /** Discards an upload. */
  drop(id: string): Promise<void>;
};

/** The image upload calls, each with a token that is valid when it is made. */
export function createUploadCalls(api: Api): UploadCalls {
  return {
    whole: async (photo, watch) => toUploaded(await api.callBy(watched(watch), 'POST /images', { body: formOf(photo) })),
    begin: async (size, watch) => requireId((await api.callBy(watched(watch), 'POST /imageUploads', { body: { size } })).insertedId),
    ask: async (id, watch) => (await api.callBy(watched(watch), 'GET /imageUploads/:id', { params: { id } })).received,
    send: async (id, offset, part, watch) =>
      (await api.callBy(watched(watch), 'PUT /imageUploads/:id', { params: { id }, query: { offset: `${offset}` }, body: part })).received,
    complete: async (id, watch) => toUploaded(await api.callBy(watched(watch), 'POST /imageUploads/:id/complete', { params: { id } })),
    drop: async (id) => void (await api.call('DELETE /imageUploads/:id', { params: { id } })),
  };
}

function toUploaded({ data }: ReplyOf<Calls['POST /images']>): Uploaded {
  return { address: data.display_url, hints: data.hints ?? [] };
}

function watched({ signal, onProgress }: Watch) {
  return createMeasuredSend({ signal, onProgress: ({ bytes }) => onProgress(bytes) });
}

function formOf(photo: Blob): FormData {
  const form = new FormData();
  form.set('image', photo);
  return form;
}

function requireId(id: string | undefined): string {
  if (id === undefined) throw new Error('an upload was begun without an id');
  return id;
}

import type { Calls } from '#contract/calls.ts';
import type { ReplyOf } from '#contract/shared/endpoint.ts';
import type { Api } from '../../../api.ts';
import { createMeasuredSend } from '../../../measured-send.ts';
import type { UploadCalls, Uploaded, Watch } from './send-photo.ts';

const watched = ({ signal, onProgress }: Watch) => createMeasuredSend('/api', { signal, onProgress: ({ bytes }) => onProgress(bytes) });

const formOf = (photo: Blob): FormData => {
  const form = new FormData();
  form.set('image', photo);
  return form;
};

const requireId = (id: string | undefined): string => {
  if (id === undefined) throw new Error('an upload was begun without an id');
  return id;
};

const toUploaded = ({ data }: ReplyOf<Calls['POST /images']>): Uploaded => ({ address: data.display_url, hints: data.hints ?? [] });

/** The shop's upload calls, each with a token that is good when it is made. */
export const createUploadCalls = (api: Api): UploadCalls => ({
  whole: async (photo, watch) => toUploaded(await api.callBy(watched(watch), 'POST /images', { body: formOf(photo) })),
  begin: async (size, watch) => requireId((await api.callBy(watched(watch), 'POST /imageUploads', { body: { size } })).insertedId),
  ask: async (id, watch) => (await api.callBy(watched(watch), 'GET /imageUploads/:id', { params: { id } })).received,
  send: async (id, offset, part, watch) =>
    (await api.callBy(watched(watch), 'PUT /imageUploads/:id', { params: { id }, query: { offset: `${offset}` }, body: part })).received,
  complete: async (id, watch) => toUploaded(await api.callBy(watched(watch), 'POST /imageUploads/:id/complete', { params: { id } })),
  drop: async (id) => void (await api.call('DELETE /imageUploads/:id', { params: { id } })),
});

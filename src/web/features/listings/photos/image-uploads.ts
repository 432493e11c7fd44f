import type { Api } from '../../../api.ts';
import { createWatchedSend } from '../../../watched-send.ts';
import type { UploadCalls, Watch } from './send-photo.ts';

type Kept = { data: { display_url: string } };

const watched = ({ signal, onProgress }: Watch) => createWatchedSend('/api', { signal, onProgress: ({ bytes }) => onProgress(bytes) });

const formOf = (photo: Blob): FormData => {
  const form = new FormData();
  form.set('image', photo);
  return form;
};

/** The shop's upload calls, each with a token that is good when it is made. */
export const createUploadCalls = (api: Api): UploadCalls => ({
  whole: async (photo, watch) => (await api.callBy<Kept>('POST /images', { body: formOf(photo) }, watched(watch))).data.display_url,
  begin: async (size, watch) => (await api.callBy<{ insertedId: string }>('POST /imageUploads', { body: { size } }, watched(watch))).insertedId,
  ask: async (id, watch) => (await api.callBy<{ received: number }>('GET /imageUploads/:id', { params: { id } }, watched(watch))).received,
  send: async (id, offset, part, watch) =>
    (await api.callBy<{ received: number }>('PUT /imageUploads/:id', { params: { id }, query: { offset }, body: part }, watched(watch))).received,
  complete: async (id, watch) => (await api.callBy<Kept>('POST /imageUploads/:id/complete', { params: { id } }, watched(watch))).data.display_url,
  drop: async (id) => void (await api.callBy('DELETE /imageUploads/:id', { params: { id } })),
});

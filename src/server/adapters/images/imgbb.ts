import { z } from 'zod';
import { isHostedByImgbb } from '#contract/shared/image-sizes.ts';
import type { Db } from '../../db/tables.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ImageStore } from '../../ports/image-store.ts';
import { createPictureStore, type Place } from './picture-store.ts';
import { askRemote, misconfiguredError, type Patience, type RemoteReply, refusedError, unreachableError } from './remote.ts';

export type ImgbbSettings = {
  key: string;
  /** The address of imgbb's API, for a stand-in; null for imgbb's own. */
  apiUrl: string | null;
};

const API = 'https://api.imgbb.com';
/** Where browsers load imgbb's pictures. */
const SOURCE = 'https://*.ibb.co';
const FAULT = 'IMGBB_KEY: imgbb doesn’t accept this key.';
/** A picture that may have arrived is not sent again: imgbb would store both. */
const PATIENCE: Patience = { timeoutMs: 20_000, retries: 1, again: 'when-answered' };

const Uploaded = z.object({
  data: z.object({
    display_url: z.string().max(500).refine(isHostedByImgbb),
    delete_url: z.string().max(500).optional(),
  }),
  success: z.literal(true),
});
const Failed = z.object({ error: z.object({ message: z.string() }) });

type Options = {
  db: Db;
  clock: Clock;
  anchors?: readonly string[];
  settings: ImgbbSettings;
  patience?: Partial<Patience>;
  /** Notified of pictures that imgbb has but the shop could not record. */
  onFault?: (message: string, error: unknown) => void;
};

/**
 * Stores the largest size of each picture at imgbb; browsers load it from its `display_url`. The API can't delete pictures, so people have to, at the
 * address stored with each.
 */
export function createImgbbImageStore({ db, clock, anchors, settings, patience, onFault }: Options): ImageStore {
  const send = (image: Blob | null): Promise<RemoteReply> =>
    askRemote(
      async () => {
        const url = new URL(`${settings.apiUrl ?? API}/1/upload`);
        url.searchParams.set('key', settings.key);
        const body = new FormData();
        if (image) body.set('image', image, 'picture.webp');
        return { url, init: { method: 'POST', body } };
      },
      { ...PATIENCE, ...patience },
    );

  const place: Place = {
    kind: 'imgbb',
    async save(_id, { files }) {
      const largest = files.at(-1);
      if (!largest) throw new Error('a picture has no files');
      const reply = await send(new Blob([new Uint8Array(largest.bytes)], { type: 'image/webp' }));
      if (isKeyRefused(reply)) throw misconfiguredError(FAULT);
      if (reply.status !== 200) throw refusedError(`imgbb responded with ${reply.status}: ${complaintOf(reply).slice(0, 200)}`);
      const uploaded = Uploaded.safeParse(jsonOf(reply));
      if (!uploaded.success) throw unreachableError('imgbb’s response doesn’t match its API');
      return { address: uploaded.data.data.display_url, deleteUrl: uploaded.data.data.delete_url ?? null };
    },
    async read({ address }) {
      if (address === null) return null;
      const reply = await askRemote(async () => ({ url: new URL(address), init: {} }), { ...PATIENCE, ...patience, again: 'always' });
      return reply.status === 200 ? reply.bytes : null;
    },
    remove: async () => false,
  };

  return {
    kind: 'imgbb',
    source: SOURCE,
    ...createPictureStore({
      place,
      db,
      clock,
      anchors,
      onLeft: (url, error) => onFault?.(`imgbb stored a picture that the shop could not record: remove it at ${url}`, error),
    }),
    remove: place.remove,
    // Sends no picture, so imgbb refuses in any case, but names the key when that is wrong.
    findFault: async () => (isKeyRefused(await send(null)) ? FAULT : null),
  };
}

const isKeyRefused = (reply: RemoteReply): boolean => reply.status === 401 || reply.status === 403 || /\bkey\b/iu.test(complaintOf(reply));

const complaintOf = (reply: RemoteReply): string => Failed.safeParse(jsonOf(reply)).data?.error.message ?? '';

function jsonOf({ bytes }: RemoteReply): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}

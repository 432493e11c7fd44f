import { z } from 'zod';
import { isHostedByImgbb } from '#contract/shared/image-sizes.ts';
import type { Db } from '../../db/tables.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ImageStore } from '../../ports/image-store.ts';
import { createPictureStore, type Place } from './picture-store.ts';
import { askRemote, awayBecause, type Patience, type RemoteReply, shutBecause, unwillingBecause } from './remote.ts';

export type ImgbbSettings = {
  key: string;
  /** Where imgbb's API is, for a stand-in of it; null: imgbb's own. */
  apiUrl: string | null;
};

const API = 'https://api.imgbb.com';
/** Where imgbb shows pictures. */
const SOURCE = 'https://*.ibb.co';
const FAULT = 'IMGBB_KEY: imgbb doesn’t accept this key.';
/** A picture that may have arrived is not sent a second time: imgbb would keep both. */
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
  settings: ImgbbSettings;
  patience?: Partial<Patience>;
  /** Hears of pictures that imgbb has and the shop knows nothing of. */
  onFault?: (message: string, error: unknown) => void;
};

/**
 * Keeps pictures at imgbb, in the largest size; its `display_url` is where browsers load them. Its API has no call that removes a picture: that is left to
 * people, at the address that is kept with each.
 */
export function createImgbbImageStore({ db, clock, settings, patience, onFault }: Options): ImageStore {
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
      if (isKeyRefused(reply)) throw shutBecause(FAULT);
      if (reply.status !== 200) throw unwillingBecause(`imgbb responded with ${reply.status}: ${complaintOf(reply).slice(0, 200)}`);
      const uploaded = Uploaded.safeParse(jsonOf(reply));
      if (!uploaded.success) throw awayBecause('imgbb’s response doesn’t match its API');
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
      onLeft: (url, error) => onFault?.(`imgbb stored a picture that the shop could not record: remove it at ${url}`, error),
    }),
    remove: place.remove,
    // Without a picture it refuses in any case: the key, when that is wrong.
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

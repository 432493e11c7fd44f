import { listingInput } from '../../test/support/world/values.ts';
import { type Crowd, uploadPicture } from './actions.ts';

/** More cards than the shop caches, so that its caches are full. */
const PHONES = 750;
const AT_ONCE = 8;
/** Lists to page through to the end. */
const WALKS = ['/category/Samsung', '/category/Samsung?sort=lowtohigh', '/search?search=galaxy', '/search?search=galaxy&sort=oldest'];
const MOST_PAGES = 60;

/** Lists, views and removes enough phones to fill every bounded cache. */
export async function fillCaches(crowd: Crowd): Promise<void> {
  const [first] = crowd.sellers;
  const image = first && (await uploadPicture(crowd, first));
  if (image === undefined) throw new Error('the shop took no picture');
  const listed: { id: string; seller: Crowd['sellers'][number] }[] = [];
  await inTurns(
    Array.from({ length: PHONES }, (_, nth) => nth),
    async (nth) => {
      const seller = crowd.sellers[nth % crowd.sellers.length];
      const answer = await seller?.ask('POST', '/api/products', { json: listingInput({ image, model_name: `Galaxy S${nth % 22}` }) });
      const id = (answer?.body as { insertedId?: string } | null)?.insertedId;
      if (seller && id !== undefined) listed.push({ id, seller });
    },
  );
  for (const path of WALKS) await walk(crowd, path);
  await inTurns(listed, async ({ id, seller }) => {
    await seller.ask('DELETE', `/api/products/${id}`);
  });
}

async function inTurns<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items];
  const goOn = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, goOn));
}

async function walk({ visitor }: Crowd, path: string): Promise<void> {
  let next: string | undefined = path;
  for (let page = 0; next !== undefined && page < MOST_PAGES; page += 1) {
    const { body } = await visitor.ask('GET', next);
    const query = /href="[^"?]*\?([^"]*cursor=[^"]*)"/u.exec(String(body))?.[1]?.replaceAll('&amp;', '&');
    next = query && `${path.split('?')[0]}?${query}`;
  }
}

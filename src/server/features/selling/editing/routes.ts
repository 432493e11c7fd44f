import type { ListingEdit, OwnListing } from '#contract/selling/editing.ts';
import { toOwnAddress } from '#contract/shared/image-sizes.ts';
import type { ServeCall } from '../../../http/route.ts';
import type { Services } from '../../../services.ts';
import { ALL_CONTACTS } from '../../contacts/index.ts';
import { requireStored } from '../../images/index.ts';
import { addressesOf, findOwnListing, type OwnListingRow, toListing, toPhotos } from '../../listings/index.ts';
import { editListing } from './commands.ts';
import { refuseStale, requireEditable, requireReadable } from './rules.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'images' | 'origin'>;

export function editingRoutes(serve: ServeCall, services: Needs): void {
  const { db, clock } = services;

  serve('GET /products/:id', async ({ caller, params }) => {
    const row = await findOwnListing(db, params.id, caller.userId);
    requireReadable(row);
    return { reply: toOwnListing(row) };
  });

  serve('PATCH /products/:id', async ({ caller, params: { id }, body }) => {
    const now = clock.now();
    const before = await findOwnListing(db, id, caller.userId);
    requireEditable(before, now);
    const edit = withOwnAddresses(body, services.origin.url());
    await requireNewStored(services, before, edit);
    const edited = await editListing(services, { id, sellerId: caller.userId, edit, now });
    if (edited.outcome === 'stale') throw await refuseAsStale(services, id, caller.userId);
    return { reply: { acknowledged: true, matchedCount: 1, modifiedCount: edited.outcome === 'edited' ? 1 : 0, revision: edited.revision } };
  });
}

function toOwnListing(row: OwnListingRow): OwnListing {
  return { ...toListing(row, ALL_CONTACTS), photos: toPhotos(row), revision: row.revision };
}

/** Photos that the listing shows already may come from before all of them were stored here. */
async function requireNewStored({ images }: Needs, before: OwnListingRow, { image, photos = [] }: ListingEdit): Promise<void> {
  if (image === undefined) return;
  const shown = new Set(addressesOf(before));
  const named = [['image', image], ...photos.map((address, at) => [`photos.${at}`, address])] as [string, string][];
  await requireStored(
    images,
    named.filter(([, address]) => !shown.has(address)),
  );
}

/** Photo addresses may include the shop's own origin. */
function withOwnAddresses(edit: ListingEdit, shop: string): ListingEdit {
  if (edit.image === undefined) return edit;
  return { ...edit, image: toOwnAddress(edit.image, shop), photos: edit.photos?.map((address) => toOwnAddress(address, shop)) };
}

async function refuseAsStale({ db, clock }: Needs, id: string, sellerId: string): Promise<Error> {
  const row = await findOwnListing(db, id, sellerId);
  requireEditable(row, clock.now());
  return refuseStale(toOwnListing(row));
}

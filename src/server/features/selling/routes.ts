import type { ListingInput } from '#contract/listings.ts';
import { toOwnAddress } from '#contract/shared/image-sizes.ts';
import type { Answer, CallContext, ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { requireOwnAddress } from '../accounts/index.ts';
import { findCategoryByName } from '../catalog/index.ts';
import { requireStored } from '../images/index.ts';
import { alreadyListed, type CheckedPhone, checkPhone, recordClaim } from '../imei/index.ts';
import type { KnownModels } from '../phone-models/index.ts';
import { listPhone, type Offer } from './commands.ts';
import { findBoughtPhone } from './drafts/bought-commands.ts';
import { findPublished } from './drafts/queries.ts';
import { questionOf, requireCategory, toPostTime } from './rules.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'images' | 'lostPhones' | 'tacDirectory' | 'phoneKeys' | 'origin'> & { models: KnownModels };
type Call = CallContext<'POST /products'>;

export function sellingRoutes(serve: ServeCall, services: Needs): void {
  serve('POST /products', async ({ caller, query, body }) => {
    requireOwnAddress(caller, query.email);
    const { draft } = query;
    const findListed = () => (draft === undefined ? null : findPublished(services.db, { sellerId: caller.userId, id: draft }));
    const before = await findListed();
    if (before !== null) return { reply: { acknowledged: true, insertedId: before } };
    const { offer, phone } = await toOffer(services, caller, { input: withOwnAddresses(body, services.origin.url()), draft });
    const listed = await listPhone(services, offer);
    if (listed.outcome === 'listed') return replyListed(listed.listingId, phone);
    // The form was sent twice concurrently, and this request came second.
    if (listed.outcome === 'draft_listed') return { reply: { acknowledged: true, insertedId: (await findListed()) ?? undefined } };
    throw await refuseSecondListing(services, caller, phone);
  });
}

/** Looks up what the form names. Throws 422 at its field for what the shop doesn't have, 409 for a phone that is reported lost. */
async function toOffer(
  services: Needs,
  caller: Call['caller'],
  { input, draft }: { input: ListingInput; draft: string | undefined },
): Promise<{ offer: Offer; phone: CheckedPhone | null }> {
  const category = await findCategoryByName(services.db, input.name);
  requireCategory(category);
  await requireStored(services.images, [['image', input.image], ...input.photos.map((address, at): [string, string] => [`photos.${at}`, address])]);
  const now = services.clock.now();
  const { imei = null } = input;
  const phone = imei === null ? await findKnown(services, caller, draft) : await checkPhone(services, imei, input);
  const model = await services.models.modelOf(category.name, input.model_name);
  const origin = { sellerId: caller.userId, sellerEmail: caller.email, categoryId: category.id, postTime: toPostTime(now), now, model };
  return { offer: { input, origin, phone, draft }, phone };
}

/** A phone that the seller bought here needs no IMEI: its draft has the order's id. */
function findKnown({ db }: Needs, { userId }: Call['caller'], draft: string | undefined): Promise<CheckedPhone | null> | null {
  return draft === undefined ? null : findBoughtPhone(db, draft, userId);
}

/** Photo addresses may include the shop's own origin. */
function withOwnAddresses(input: ListingInput, shop: string): ListingInput {
  const own = (address: string): string => toOwnAddress(address, shop);
  return { ...input, image: own(input.image), photos: input.photos.map(own) };
}

function replyListed(insertedId: string, phone: CheckedPhone | null): Answer<{ acknowledged: true; insertedId: string; question?: string }> {
  return { status: 201, reply: { acknowledged: true, insertedId, ...(phone?.known && { question: questionOf(phone.known) }) } };
}

/** The error for a phone that is already listed; if it is another seller's, they and the admins are notified. */
async function refuseSecondListing({ db, clock }: Needs, caller: Call['caller'], phone: CheckedPhone | null): Promise<Error> {
  if (!phone) return new Error('a listing without an IMEI was taken for another’s phone');
  return alreadyListed(await recordClaim(db, phone, caller, clock.now()), phone.last4);
}

import { toOwnAddress } from '#contract/shared/image-sizes.ts';
import { toIso } from '#contract/shared/moments.ts';
import { deleted } from '../../../http/replies.ts';
import type { ServeCall } from '../../../http/route.ts';
import type { Services } from '../../../services.ts';
import { requireStored } from '../../images/index.ts';
import { beginBoughtDraft } from './bought-commands.ts';
import { discardDraft, saveDraft } from './commands.ts';
import { findDraft, findDrafts } from './queries.ts';
import { contentOf, notBegun, notSaved, requireDraft } from './rules.ts';

/** Drafts of listings. */
export function draftRoutes(serve: ServeCall, { db, clock, images, origin }: Pick<Services, 'db' | 'clock' | 'images' | 'origin'>): void {
  serve('GET /drafts', async ({ caller }) => {
    const rows = await findDrafts(db, caller.userId);
    const reply = rows.map((row) => {
      const { brand, model_name, photos } = contentOf(row);
      return { _id: row.id, brand, model_name, image: photos[0] ?? null, savedAt: toIso(row.saved_at) };
    });
    return { reply };
  });

  serve('GET /drafts/:id', async ({ caller, params }) => {
    const row = await findDraft(db, { sellerId: caller.userId, id: params.id });
    requireDraft(row);
    return { reply: { _id: row.id, revision: row.revision, savedAt: toIso(row.saved_at), content: contentOf(row) } };
  });

  serve('PUT /drafts/:id', async ({ caller, params, body }) => {
    const photos = body.content.photos.map((address) => toOwnAddress(address, origin.url()));
    await requireStored(
      images,
      photos.map((address, at): [string, string] => [`content.photos.${at}`, address]),
    );
    const saved = await saveDraft(db, images, { sellerId: caller.userId, id: params.id, ...body, content: { ...body.content, photos }, now: clock.now() });
    if (saved.outcome !== 'saved') throw notSaved(saved.outcome);
    return { reply: { acknowledged: true, revision: saved.revision, savedAt: toIso(saved.savedAt) } };
  });

  serve('POST /orders/:orderId/draft', async ({ caller, params: { orderId } }) => {
    const { outcome } = await beginBoughtDraft(db, { orderId, buyerId: caller.userId, now: clock.now() });
    if (outcome !== 'begun' && outcome !== 'there') throw notBegun(outcome);
    return { status: outcome === 'begun' ? 201 : 200, reply: { acknowledged: true, insertedId: orderId } };
  });

  serve('DELETE /drafts/:id', async ({ caller, params }) => {
    return deleted(await discardDraft(db, images, { sellerId: caller.userId, id: params.id, now: clock.now() }));
  });
}

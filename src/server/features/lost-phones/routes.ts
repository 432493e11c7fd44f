import type { LostPhone, LostPhoneInQueue } from '#contract/lost-phones.ts';
import { toIso } from '#contract/shared/moments.ts';
import { readCursor, sortedAs, writeCursor } from '../../db/paging.ts';
import type { LostPhonesTable } from '../../db/tables/lost-phones.ts';
import { ACKNOWLEDGED, deleted, inserted } from '../../http/replies.ts';
import type { ServeCall } from '../../http/route.ts';
import { hideCardNumbers } from '../../security/card-numbers.ts';
import type { Services } from '../../services.ts';
import { nameByImei } from '../imei/index.ts';
import { statusOf } from '../listings/index.ts';
import { reportLostPhone } from './commands.ts';
import { decideReport, withdrawReport } from './decision-commands.ts';
import { type Around, findAround, findQueue, findReport, findReportsOf, type QueuedRow } from './queries.ts';
import { requireDecidable, requireOwnReport, requirePastDay, requireReport, requireStoredPicture, requireWithdrawable, tooManyReports } from './rules.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'images' | 'tacDirectory' | 'phoneKeys'>;

/** Reports of lost phones: the shop's own register. */
export function lostPhoneRoutes(serve: ServeCall, services: Needs): void {
  const { db, clock, images, phoneKeys } = services;

  serve('POST /lostPhones', async ({ caller, body }) => {
    const now = clock.now();
    const { imei, lostOn, place, proof, picture } = body;
    requirePastDay(lostOn, now);
    if (picture !== null) requireStoredPicture(await images.has(picture));
    // People may enter the IMEI itself into these texts, and it must not be stored.
    const report = { known_as: await nameByImei(services, imei), lost_on: lostOn, place: hideCardNumbers(place), proof: hideCardNumbers(proof), picture };
    const reported = await reportLostPhone(db, phoneKeys.of(imei), report, { reporter: caller, images, now });
    if (reported.outcome === 'too_many') throw tooManyReports();
    if (reported.outcome === 'already_reported') return ACKNOWLEDGED;
    return inserted(reported.id);
  });

  serve('GET /myLostPhones', async ({ caller, query }) => {
    const page = await findReportsOf(db, caller.userId, query.limit, readCursor('my-lost', query.cursor));
    return { reply: page.items.map(toLostPhone), next: writeCursor('my-lost', page.next) };
  });

  serve('DELETE /lostPhones/:id', async ({ caller, params }) => {
    const report = await findReport(db, params.id);
    requireOwnReport(report, caller.userId);
    requireWithdrawable(report);
    const isWithdrawn = await withdrawReport(db, report, clock.now());
    return deleted(isWithdrawn ? 1 : 0);
  });

  forAdmins(serve, services);
}

function toLostPhone(row: LostPhonesTable): LostPhone {
  return {
    _id: row.id,
    last4: row.last4,
    knownAs: row.known_as,
    lostOn: row.lost_on,
    place: row.place,
    proof: row.proof,
    picture: row.picture,
    state: row.state,
    reason: row.reason,
    reportedAt: toIso(row.created_at),
    decidedAt: row.decided_at === null ? null : toIso(row.decided_at),
  };
}

function forAdmins(serve: ServeCall, { db, clock, phoneKeys }: Needs): void {
  serve('GET /lostPhones', async ({ query }) => {
    const { list, direction } = sortedAs(`lost ${query.state}`, query.sort);
    const page = await findQueue(db, { ...query, direction, after: readCursor(list, query.cursor) });
    const around = await findAround(
      db,
      page.items.map((row) => row.imei_hash),
    );
    return { reply: page.items.map((row) => toQueued(row, around, phoneKeys.id)), next: writeCursor(list, page.next) };
  });

  serve('POST /lostPhones/:id/decision', async ({ caller, params, body }) => {
    const report = await findReport(db, params.id);
    requireReport(report);
    const decided = await decideReport(db, report, { ...body, by: { role: 'admin', id: caller.userId }, now: clock.now() });
    if (decided.outcome === 'decided') {
      const { removed, sales } = decided;
      return { reply: { acknowledged: true, matchedCount: 1, modifiedCount: 1, held: removed, sales } };
    }
    // A second click may have decided it, or its reporter withdrawn it, since it was read.
    requireDecidable((await findReport(db, params.id)) ?? report);
    return { reply: { acknowledged: true, matchedCount: 1, modifiedCount: 0, held: 0, sales: 0 } };
  });
}

function toQueued(row: QueuedRow, { listings, reports }: Around, keyId: string): LostPhoneInQueue {
  return {
    ...toLostPhone(row),
    reporter: { name: row.reporter_name, email: row.reporter_email },
    listings: listings
      .filter((listing) => listing.imei_hash === row.imei_hash)
      .map((listing) => ({ _id: listing.id, model_name: listing.model_name, sellerEmail: listing.email, status: statusOf(listing) })),
    others: reports.filter((report) => report.imei_hash === row.imei_hash && report.id !== row.id).length,
    recognizable: row.key_id === keyId,
  };
}

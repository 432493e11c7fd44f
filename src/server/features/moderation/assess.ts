import { HIGH_RISK, type RiskSignal } from '#contract/decisions.ts';
import type { Specification } from '#contract/listings.ts';
import type { Db } from '../../db/tables.ts';
import type { Services } from '../../services.ts';
import { toAskedPhone } from '../listings/index.ts';
import { countSeenPhotos } from '../photo-prints/index.ts';
import { findWorth, type LaunchOf } from '../worth/index.ts';
import { type AssessedRow, findAssessed, findCircumstances, findRecords, findTrades } from './facts-queries.ts';
import { findDue, forgetAssessment, keepAssessment, noteUnassessed } from './risk-queries.ts';
import { scoreOf, signalsOf } from './signals.ts';

/** Another source of reasons for a listing's risk, such as what its photos show. It reads, and changes nothing. */
export type RiskSource = (db: Db, listingId: string, now: number) => Promise<RiskSignal[]>;

const photosSeenBefore: RiskSource = async (db, listingId) => {
  const count = await countSeenPhotos(db, listingId);
  if (count === 0) return [];
  const text =
    count === 1 ? 'A photo of it is in an earlier listing of another seller, too.' : `Photos of it are in ${count} earlier listings of other sellers, too.`;
  return [{ kind: 'photo', points: 40, text }];
};

/** Those that are asked beside the listing itself. */
const SOURCES: readonly RiskSource[] = [photosSeenBefore];

const BATCH = 50;

/** What sellers write in words of their own; the mobile number is asked for, and no way around the shop. */
const textsOf = (row: AssessedRow): string[] => {
  const { description, location, model_name, brand, color, storage, condition, year_of_use, purchase_year } = row;
  // Written by ourselves from a parsed specification.
  const specification = Object.values(JSON.parse(row.specification) as Specification);
  return [description, location, model_name, brand, color, storage, condition, year_of_use, purchase_year, ...specification];
};

type Around = { db: Db; now: number; launchOf: LaunchOf };

const assess = async ({ db, now, launchOf }: Around, row: AssessedRow): Promise<{ signals: RiskSignal[]; reports: number }> => {
  const [{ reports, listedInADay, ...imei }, records, trades, worth, ...others] = await Promise.all([
    findCircumstances(db, row),
    findRecords(db, [row.seller_id]),
    findTrades(db, [row.seller_id]),
    findWorth({ db, now, launchOf }, toAskedPhone(row)),
    ...SOURCES.map((source) => source(db, row.id, now)),
  ]);
  const { warnings = 0, removals = 0 } = records.get(row.seller_id) ?? {};
  const facts = {
    now,
    priceCents: row.price_cents,
    fairLowCents: worth.range === null ? null : Math.round(worth.range.low * 100),
    seller: {
      since: row.seller_since,
      verified: row.seller_verified_at !== null,
      sold: trades.get(row.seller_id)?.sold ?? 0,
      listedInADay,
      warnings,
      removals,
    },
    imei,
    texts: textsOf(row),
    reports,
  };
  return { signals: [...signalsOf(facts), ...others.flat()].toSorted((a, b) => b.points - a.points), reports };
};

/** Assesses the listings that were listed, changed or reported since. */
export const assessRisks = async ({ db, clock, launchOf }: Pick<Services, 'db' | 'clock'> & { launchOf: LaunchOf }): Promise<void> => {
  const now = clock.now();
  await noteUnassessed(db, BATCH, now);
  for (;;) {
    const due = await findDue(db, BATCH);
    for (const one of due) {
      const row = await findAssessed(db, one.listingId);
      if (!row) continue;
      const { signals, reports } = await assess({ db, now, launchOf }, row);
      const score = scoreOf(signals);
      if (score < HIGH_RISK && reports === 0) await forgetAssessment(db, one);
      await keepAssessment(db, one, { score, signals, now });
    }
    if (due.length < BATCH) return;
  }
};

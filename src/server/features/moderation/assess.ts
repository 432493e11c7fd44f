import { HIGH_RISK, type RiskSignal } from '#contract/decisions.ts';
import type { Specification } from '#contract/listings.ts';
import type { Db } from '../../db/tables.ts';
import type { Services } from '../../services.ts';
import { toAskedPhone } from '../listings/index.ts';
import { findWorth } from '../worth/index.ts';
import { type AssessedRow, findAssessed, findCircumstances, findRecords, findTrades } from './facts-queries.ts';
import { findDue, forgetAssessment, keepAssessment, noteUnassessed } from './risk-queries.ts';
import { scoreOf, signalsOf } from './signals.ts';

/** Another source of reasons for a listing's risk, such as what its photos show. It reads, and changes nothing. */
export type RiskSource = (db: Db, listingId: string, now: number) => Promise<RiskSignal[]>;

/** Those that are asked beside the listing itself. */
const SOURCES: readonly RiskSource[] = [];

const BATCH = 50;

/** What sellers write in words of their own; the mobile number is asked for, and no way around the shop. */
const textsOf = (row: AssessedRow): string[] => {
  const { description, location, model_name, brand, color, storage, condition, year_of_use, purchase_year } = row;
  // Written by ourselves from a parsed specification.
  const specification = Object.values(JSON.parse(row.specification) as Specification);
  return [description, location, model_name, brand, color, storage, condition, year_of_use, purchase_year, ...specification];
};

const assess = async (db: Db, row: AssessedRow, now: number): Promise<{ signals: RiskSignal[]; reports: number }> => {
  // What models cost when they came out is not asked: a seller's own words would be judged by it in lists as well.
  const [{ reports, listedInADay, ...imei }, records, trades, worth, ...others] = await Promise.all([
    findCircumstances(db, row),
    findRecords(db, [row.seller_id]),
    findTrades(db, [row.seller_id]),
    findWorth({ db, now, launchOf: () => null }, toAskedPhone(row)),
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
export const assessRisks = async ({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> => {
  const now = clock.now();
  await noteUnassessed(db, BATCH, now);
  for (;;) {
    const due = await findDue(db, BATCH);
    for (const one of due) {
      const row = await findAssessed(db, one.listingId);
      if (!row) continue;
      const { signals, reports } = await assess(db, row, now);
      const score = scoreOf(signals);
      if (score < HIGH_RISK && reports === 0) await forgetAssessment(db, one);
      await keepAssessment(db, one, { score, signals, now });
    }
    if (due.length < BATCH) return;
  }
};

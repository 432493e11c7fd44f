import { fieldOf, TEXT_KEYS } from '#contract/listing-fields.ts';
import type { Specification } from '#contract/listings.ts';
import { HIGH_RISK, type RiskSignal } from '#contract/risk.ts';
import type { Cursor } from '../../db/paging.ts';
import type { Db } from '../../db/tables.ts';
import type { Services } from '../../services.ts';
import { nextTurn } from '../../turns.ts';
import { workThrough } from '../../work-through.ts';
import { countDuplicatePhotos } from '../duplicate-photos/index.ts';
import { countGenerated } from '../images/index.ts';
import { toAskedPhone } from '../listings/index.ts';
import { findPriceEstimate, type LaunchOf } from '../price-estimates/index.ts';
import { type AssessedRow, findAssessed, findCircumstances, findRecords, findTrades } from './facts-queries.ts';
import { findDue, forgetAssessment, noteUnassessed, saveAssessment } from './queries.ts';
import { scoreOf, signalsOf } from './signals.ts';

/** A further source of risk signals, such as a listing's photos. It only reads. */
export type RiskSource = (db: Db, listingId: string, now: number) => Promise<RiskSignal[]>;

const photosSeenBefore: RiskSource = async (db, listingId) => {
  const count = await countDuplicatePhotos(db, listingId);
  if (count === 0) return [];
  const text =
    count === 1 ? 'One of its photos appears in another seller’s earlier listing.' : `Its photos appear in ${count} earlier listings by other sellers.`;
  return [{ kind: 'photo', points: 40, text }];
};

const generatedPhotos: RiskSource = async (db, listingId) => {
  const count = await countGenerated(db, listingId);
  if (count === 0) return [];
  const text =
    count === 1 ? 'One of its photos says in its data that a program generated it.' : `${count} of its photos say in their data that a program generated them.`;
  return [{ kind: 'photo', points: 30, text }];
};

const SOURCES: readonly RiskSource[] = [photosSeenBefore, generatedPhotos];

const BATCH = 50;

const SCANNED = TEXT_KEYS.filter((key) => fieldOf(key).scanned);

type Around = { db: Db; now: number; launchOf: LaunchOf };

type Needs = Pick<Services, 'db' | 'clock'> & { launchOf: LaunchOf };

/**
 * Assesses the listings that were listed, changed or reported since the last run. It yields between listings, so that requests are served and stopping waits
 * for one listing at most. One that can't be assessed keeps no other from its turn.
 */
export function createAssessing(needs: Needs) {
  let isStopped = false;
  let isNoted = false;
  return {
    async run(): Promise<void> {
      if (!isNoted) await noteReported(needs, () => isStopped);
      isNoted = true;
      for (;;) {
        const due = await findDue(needs.db, BATCH);
        await workThrough(due, async (one) => void (isStopped || (await assessDue(needs, one))));
        if (isStopped || due.length < BATCH) return;
      }
    },
    stop(): void {
      isStopped = true;
    },
  };
}

/** Schedules listings that were reported before risk assessment existed. Runs once, because later reports schedule their own. */
async function noteReported({ db, clock }: Needs, isStopped: () => boolean): Promise<void> {
  for (let after: Cursor | null = null; !isStopped(); await nextTurn()) {
    after = await db.transaction().execute((tx) => noteUnassessed(tx, { after, limit: BATCH }, clock.now()));
    if (after === null) return;
  }
}

async function assessDue({ db, clock, launchOf }: Needs, due: { listingId: string; dueAt: number }): Promise<void> {
  const now = clock.now();
  const row = await findAssessed(db, due.listingId);
  if (!row) return forgetAssessment(db, due);
  const { signals, reports } = await assess({ db, now, launchOf }, row);
  const score = scoreOf(signals);
  if (score < HIGH_RISK && reports === 0) await forgetAssessment(db, due);
  await saveAssessment(db, due, { score, signals, now });
}

async function assess({ db, now, launchOf }: Around, row: AssessedRow): Promise<{ signals: RiskSignal[]; reports: number }> {
  const [{ reports, listedInADay, ...imei }, records, trades, worth, ...others] = await Promise.all([
    findCircumstances(db, row),
    findRecords(db, [row.seller_id]),
    findTrades(db, [row.seller_id]),
    findPriceEstimate({ db, now, launchOf }, toAskedPhone(row)),
    ...SOURCES.map((source) => source(db, row.id, now)),
  ]);
  const { warnings = 0, removals = 0 } = records.get(row.seller_id) ?? {};
  const facts = {
    now,
    priceCents: row.price_cents,
    typicalLowCents: worth.range === null ? null : Math.round(worth.range.low * 100),
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
}

/** The texts sellers write themselves, without the mobile number, which the shop requires. */
function textsOf(row: AssessedRow): string[] {
  const texts = SCANNED.map((key) => row[key]);
  // Only ever written as JSON of a parsed specification.
  return fieldOf('specification').scanned ? [...texts, ...Object.values(JSON.parse(row.specification) as Specification)] : texts;
}

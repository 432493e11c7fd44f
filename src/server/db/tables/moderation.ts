import type { Generated } from 'kysely';
import type { Moment } from './moment.ts';

export type ReportsTable = {
  id: string;
  listing_id: string;
  reporter_id: string;
  created_at: Moment;
  closed_at: Moment | null;
  /** One of the contract's, and the reporter's own words. */
  reason: Generated<string | null>;
  note: Generated<string | null>;
  /** What was decided when it was closed. */
  decision_id: Generated<string | null>;
};

/** What was decided about a listing or a seller, why, and whether it was undone. */
export type DecisionsTable = {
  id: string;
  kind: 'hold' | 'removal' | 'clearance' | 'warning' | 'suspension';
  seller_id: string;
  listing_id: string | null;
  reason: string;
  by_id: string | null;
  created_at: Moment;
  undone_at: Moment | null;
  undone_reason: string | null;
};

/** What somebody concerned answered to a decision: one answer a person. */
export type DecisionAnswersTable = {
  id: string;
  decision_id: string;
  author_id: string;
  written_as: 'seller' | 'reporter';
  body: string;
  created_at: Moment;
  settled_at: Moment | null;
  settlement: string | null;
};

/** Listings that are to be looked at, or may be: `due_at` says that the risk is to be assessed anew. Those of low risk that nobody reported have no row. */
export type ListingRisksTable = {
  listing_id: string;
  /** 0 to 100. */
  score: number;
  /** JSON, as `RiskSignal` answers it. */
  signals: string;
  due_at: Moment | null;
  assessed_at: Moment | null;
  /** The risk with which an admin found the listing in order; it is looked at again above that. */
  cleared_score: number | null;
};

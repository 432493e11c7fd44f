import type { Generated } from 'kysely';
import type { Moment } from './moment.ts';

export type ReportsTable = {
  id: string;
  listing_id: string;
  reporter_id: string;
  created_at: Moment;
  closed_at: Moment | null;
  /** One of the contract's reasons; `note` is the reporter's own text. */
  reason: Generated<string | null>;
  note: Generated<string | null>;
  /** The decision that closed it. */
  decision_id: Generated<string | null>;
};

/** Decisions about a listing, a seller, messages or a review, with the reason and whether they were undone. */
export type DecisionsTable = {
  id: string;
  kind: 'hold' | 'removal' | 'clearance' | 'warning' | 'suspension';
  seller_id: string;
  listing_id: string | null;
  /** The conversation whose messages a warning is about: then `seller_id` is who wrote them, of either side. */
  conversation_id: string | null;
  /** The review that a removal is about: then `seller_id` is who wrote it, of either side, and there is no listing. */
  review_id: string | null;
  reason: string;
  by_id: string | null;
  created_at: Moment;
  undone_at: Moment | null;
  undone_reason: string | null;
};

/** Answers to a decision from the people concerned: one for each person. */
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

/** Listings to review, or to assess again when `due_at` is set. Low-risk listings that nobody reported have no row. */
export type ListingRisksTable = {
  listing_id: string;
  /** 0 to 100. */
  score: number;
  /** JSON, as in `RiskSignal`. */
  signals: string;
  due_at: Moment | null;
  assessed_at: Moment | null;
  /** The risk at which an admin cleared the listing; it is reviewed again above that. */
  cleared_score: number | null;
};

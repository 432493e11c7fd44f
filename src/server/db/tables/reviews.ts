import type { Generated } from 'kysely';
import type { Moment } from './moment.ts';

/** What one side of an order wrote about the other. Hidden until `visible_at`. */
export type ReviewsTable = {
  id: string;
  order_id: string;
  /** The author's side. */
  side: 'buyer' | 'seller';
  author_id: string;
  /** The person reviewed. */
  subject_id: string;
  stars: number;
  text: string;
  created_at: Moment;
  /** When both had written, or the time was over. */
  visible_at: Moment;
  /** When the person reviewed is to be notified that it became visible by itself; null once they were, or both had written. */
  notify_at: Generated<Moment | null>;
  answer: string | null;
  answered_at: Moment | null;
  /** When it was last reported; null without open reports. */
  reported_at: Moment | null;
  removed_at: Moment | null;
  removed_reason: string | null;
};

/** Reports of reviews, one per person. */
export type ReviewReportsTable = { review_id: string; reporter_id: string; reason: string; created_at: Moment; closed_at: Moment | null };

import { REVIEW_DAYS, type ReviewDecision } from '#contract/reviews.ts';
import { message } from '../../messages/message.ts';
import type { Words } from '../notifications/index.ts';

type Order = { id: string; product_name: string };

/** To the other side: somebody reviewed them. */
export function reviewAsked(order: Order, authorId: string): Words {
  return {
    kind: 'review_asked',
    subject: message`${{ person: authorId }} has reviewed you`,
    text: message`Write your review too, and you can read each other’s at once. Otherwise theirs shows ${REVIEW_DAYS} days after the end of the order: ${order.product_name}.`,
    ...orderLink(order.id, 'Write a review'),
  };
}

/** To both: they can read what the other wrote. */
export function reviewsShown(order: Order): Words {
  return {
    kind: 'reviews_shown',
    subject: message`Your reviews are in`,
    text: message`You’ve both reviewed each other, so you can both read it now: ${order.product_name}.`,
    ...orderLink(order.id, 'Read the reviews'),
  };
}

/** To the person reviewed: the other side's review became visible by itself. Only reviews of sellers are public. */
export function reviewShown({ id, product_name, seller_id }: Order & { seller_id: string }, review: { author_id: string; subject_id: string }): Words {
  const readers = review.subject_id === seller_id ? 'everyone can read it' : 'you can read it';
  return {
    kind: 'review_shown',
    subject: message`You can read ${{ person: review.author_id }}’s review of you`,
    text: message`The ${REVIEW_DAYS} days to review each other are over, so ${readers} now. You can answer it once: ${product_name}.`,
    ...orderLink(id, 'Read the review'),
  };
}

/** To the author: the person they reviewed answered. */
export function reviewAnswered(orderId: string, subjectId: string): Words {
  return {
    kind: 'review_answered',
    subject: message`${{ person: subjectId }} answered your review`,
    text: message`Their answer stands below your review.`,
    ...orderLink(orderId, 'Read the answer'),
  };
}

type Decided = { decision: ReviewDecision; reason: string };

/** To the author and the person reviewed. */
export function reviewDecided(orderId: string, { decision, reason }: Decided, isAuthor: boolean): Words {
  const whose = isAuthor ? 'Your review' : 'A review of you';
  const text = message`It was reported, and we looked at it${decision === 'restore' ? ' again' : ''}: “${reason}”`;
  const decided = { kind: 'review_decided', subject: message`${whose} ${outcomeOf(decision)}` } as const;
  if (!isAuthor || decision !== 'remove') return { ...decided, text, ...orderLink(orderId, 'View the order') };
  return {
    ...decided,
    text: message`${text} If you disagree, you can appeal once, and we’ll read it.`,
    path: '/dashboard/decisions',
    label: 'View and appeal',
  };
}

/** To somebody else who reported it. */
export function reviewReportDecided({ decision, reason }: Decided, sellerId: string): Words {
  return {
    kind: 'review_decided',
    subject: message`The review you reported ${outcomeOf(decision)}`,
    text: message`We looked at it${decision === 'restore' ? ' again' : ''}: “${reason}”`,
    path: `/seller/${sellerId}`,
    label: 'View the seller',
  };
}

function outcomeOf(decision: ReviewDecision): string {
  if (decision === 'restore') return 'was restored';
  return decision === 'remove' ? 'was removed' : 'stays';
}

const orderLink = (orderId: string, label: string) => ({ path: `/dashboard/orders/${orderId}`, label });

import type { MeetingsTable } from '../../db/tables/meetings.ts';
import type { Services } from '../../services.ts';
import { type FulfilledOrderRow, sideOf } from '../orders/index.ts';
import { writeCalendar } from './calendar.ts';

const MINUTES = 30;

type Needs = Pick<Services, 'clock' | 'origin' | 'settings'>;

/** The calendar file of an order's meeting, as one of its sides gets it. */
export function toMeetingFile({ clock, origin, settings }: Needs, order: FulfilledOrderRow, { meeting, userId }: { meeting: MeetingsTable; userId: string }) {
  const { shopName, contact } = settings.current().branding;
  const url = `${origin.url()}/dashboard/orders/${order.id}`;
  const isBuyer = sideOf(order, userId) === 'buyer';
  const isOn = isMeetingOn(order);
  return writeCalendar({
    uid: `meeting-${order.id}`,
    // Agreeing and calling off alternate, so the number rises with either.
    sequence: 2 * (meeting.changes - 1) + (isOn ? 0 : 1),
    status: isOn ? 'CONFIRMED' : 'CANCELLED',
    stamp: clock.now(),
    at: meeting.at,
    minutes: MINUTES,
    summary: `${order.product_name}: meet ${isBuyer ? order.seller_name : order.buyer_name}`,
    description: `${isBuyer ? 'Check the phone before you confirm the handover.' : 'Bring the phone, with your account removed.'}\n${shopName}: ${url}`,
    location: isOn ? order.meet_place : null,
    url,
    organizer: { name: shopName, email: contact.email },
  });
}

/** Whether the meeting that was last agreed stands, or took place. */
const isMeetingOn = ({ meet_at, fulfillment_state, handed_over_at }: FulfilledOrderRow): boolean =>
  meet_at !== null && (handed_over_at !== null || ['arranged', 'confirming', 'no_show_reported'].includes(fulfillment_state));

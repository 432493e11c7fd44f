import type { HandoverCodeInput, HandoverConfirmationInput, HandoverDirection } from '#contract/handover.ts';
import { digitsAt, macOfCode, macOfConfirmation, stepAt } from '#contract/handover-code.ts';
import type { TestApp } from '#test/support/app.ts';

type Shop = Pick<TestApp, 'services' | 'clock'>;
type Showing = { orderId: string; direction?: HandoverDirection; at?: number };

/** What the giver sends after scanning the code that the receiver's page shows at this moment. */
export async function scannedCode({ services, clock }: Shop, { orderId, direction = 'handover', at = clock.now() }: Showing): Promise<HandoverCodeInput> {
  const step = stepAt(at);
  const mac = await macOfCode(services.handoverKeys.of({ orderId, direction }), { orderId, direction, step });
  return { direction, code: { how: 'scanned', orderId, step, mac }, madeAt: at, offline: false };
}

/** What the giver sends after typing it. */
export async function typedCode({ services, clock }: Shop, { orderId, direction = 'handover', at = clock.now() }: Showing): Promise<HandoverCodeInput> {
  const digits = await digitsAt(services.handoverKeys.of({ orderId, direction }), stepAt(at));
  return { direction, code: { how: 'typed', digits }, madeAt: at, offline: false };
}

/** What the receiver's page sends when they confirm at this moment. */
export async function confirmation(
  { services, clock }: Shop,
  { orderId, direction = 'handover', at = clock.now() }: Showing,
): Promise<HandoverConfirmationInput> {
  const mac = await macOfConfirmation(services.handoverKeys.of({ orderId, direction }), { orderId, direction, madeAt: at });
  return { direction, madeAt: at, mac, offline: false, ...(direction === 'return' && { relist: false }) };
}

import type { CheckOutcome } from '../../http/health.ts';
import type { ServeCall } from '../../http/route.ts';
import { reportOperations } from './report.ts';

export function operationsRoutes(serve: ServeCall, needs: Parameters<typeof reportOperations>[0], checkReadiness: () => Promise<CheckOutcome[]>): void {
  serve('GET /operations', async () => ({ reply: await reportOperations(needs, await checkReadiness()) }));
}

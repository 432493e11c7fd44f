import { CLIENT_ADDRESS } from '../../http/fetch-handler.ts';
import { networkKeyOf } from '../../security/client-network.ts';

/** The key by which requests of one client network are counted. */
export const networkKeyOfRequest = (request: Pick<Request, 'headers'>): string => networkKeyOf(request.headers.get(CLIENT_ADDRESS) ?? '');

import { CLIENT_ADDRESS } from '../../http/fetch-handler.ts';
import { networkKeyOf } from '../../security/client-network.ts';

/** From where a request comes, as it is counted. */
export const networkKeyOfRequest = (request: Pick<Request, 'headers'>): string => networkKeyOf(request.headers.get(CLIENT_ADDRESS) ?? '');

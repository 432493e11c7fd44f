import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Listing } from '#contract/listings.ts';
import type { SavedPhone } from '#contract/saved.ts';
import type { Api } from '../../api.ts';
import { sentenceOf } from '../../error-sentence.ts';
import { pagedOptions } from '../../paged.ts';
import { PRIVATE } from '../../session/session-cache.ts';
import { showError } from '../../ui/toast.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useApp, useSession } from '../../use-app.tsx';
import { leftHere, savedHere } from './on-device.ts';

export const SAVED = [PRIVATE, 'saved'];
const IDS = [...SAVED, 'ids'];
const A_PAGE = 24;
const FULL = 'This device remembers up to 100 phones. Log in to save more, or remove some.';

/** The phones that the user saved, most recent first. */
export const savedOptions = (api: Api) => ({
  ...pagedOptions<SavedPhone>([...SAVED, 'list'], (cursor) => api.page('GET /saved', { query: { cursor, limit: A_PAGE } })),
  staleTime: 0,
});

const savedIdsOptions = (api: Api) => queryOptions({ queryKey: IDS, queryFn: async () => (await api.call('GET /saved/ids', {})).ids });

/** What is left of phones that this device remembers. */
export const summariesOptions = (api: Api, ids: string[]) =>
  queryOptions({
    queryKey: ['phone-summaries', ids.join()],
    queryFn: () => (ids.length === 0 ? [] : api.call('GET /phoneSummaries', { query: { ids: ids.join() } })),
    staleTime: 0,
  });

/**
 * Whether a phone is saved, and a function that saves or removes it: in the account or, for visitors, on the device. `isSaved`: what is shown until the
 * account's saved phones are known.
 */
export function useSaved({ _id: id, resale_price: price }: Pick<Listing, '_id' | 'resale_price'>, isSaved: boolean) {
  const { api } = useApp();
  const isSignedIn = useSession().status === 'signed-in';
  const isHere = savedHere.use().some((one) => one.id === id);
  const ids = useQuery({ ...savedIdsOptions(api), enabled: isSignedIn }).data;
  const isOn = isHere || (isSignedIn && (ids?.includes(id) ?? isSaved));
  const change = useChangeSaved();
  const toggle = useSingleFlight(async () => {
    if (isHere) savedHere.remove([id]);
    if (isSignedIn) await change(id, !isOn);
    else if (!isHere && savedHere.isFull()) showError(FULL);
    else if (!isHere) savedHere.add({ id, price });
  });
  return { isOn, toggle };
}

/** Saves a phone in the account or removes it. Shows the result at once, and takes it back if it fails. */
function useChangeSaved() {
  const { api } = useApp();
  const queries = useQueryClient();
  return async (id: string, isOn: boolean): Promise<void> => {
    const show = (on: boolean) => queries.setQueryData<string[]>(IDS, (ids) => ids && [...ids.filter((other) => other !== id), ...(on ? [id] : [])]);
    await queries.cancelQueries({ queryKey: IDS });
    show(isOn);
    try {
      if (isOn) await api.call('POST /saved', { body: { ids: [id] } });
      else {
        await api.call('DELETE /saved/:id', { params: { id } });
        // There is room for one of those left on the device.
        leftHere.replace(leftHere.current().slice(1));
      }
    } catch (error) {
      show(!isOn);
      showError(sentenceOf(error));
    }
    // Not awaited: without a connection it is tried for a while, and the next press needn't wait for it.
    void queries.invalidateQueries({ queryKey: SAVED });
  };
}

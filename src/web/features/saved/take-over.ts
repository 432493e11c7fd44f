import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Api, ApiError } from '../../api.ts';
import { useApp, useSession } from '../../use-app.tsx';
import { savedHere } from './on-device.ts';
import { SAVED } from './queries.ts';

let isTakingOver = false;

/** After logging in, moves what was saved on the device to the account, once. Without a reply it stays, and the next page tries again. */
export function useTakeOverSaved(): void {
  const { api } = useApp();
  const queries = useQueryClient();
  const session = useSession();
  const here = savedHere.use();
  const isDue = session.status === 'signed-in' && here.length > 0;
  useEffect(() => {
    if (!isDue || isTakingOver) return;
    isTakingOver = true;
    const ids = savedHere.current().map(({ id }) => id);
    takeOver(api, ids)
      .then(async (isDone) => {
        if (!isDone) return;
        await queries.invalidateQueries({ queryKey: SAVED });
        savedHere.remove(ids);
      })
      .finally(() => {
        isTakingOver = false;
      });
  }, [isDue, api, queries]);
}

/** Whether the account has them now, or they are gone. */
async function takeOver(api: Api, ids: string[]): Promise<boolean> {
  try {
    await api.call('POST /saved', { body: { ids } });
    return true;
  } catch (error) {
    return error instanceof ApiError && error.status === 404;
  }
}

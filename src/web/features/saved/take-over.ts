import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Api, ApiError } from '../../api.ts';
import { showError } from '../../ui/toast.tsx';
import { useApp, useSession } from '../../use-app.tsx';
import { leftHere, type Remembered, savedHere } from './on-device.ts';
import { SAVED } from './queries.ts';

let isTakingOver = false;

/**
 * After logging in, moves what was saved on the device to the account. What the account has no room for stays on the device, and the user is told once.
 * Without a reply everything stays, and the next page tries again.
 */
export function useTakeOverSaved(): void {
  const { api } = useApp();
  const queries = useQueryClient();
  const session = useSession();
  const isDue = toTakeOver(savedHere.use(), leftHere.use()).length > 0 && session.status === 'signed-in';
  useEffect(() => {
    if (!isDue || isTakingOver) return;
    isTakingOver = true;
    const phones = toTakeOver(savedHere.current(), leftHere.current());
    takeOver(
      api,
      phones.map(({ id }) => id),
    )
      .then(async (left) => {
        if (!left) return;
        await queries.invalidateQueries({ queryKey: SAVED });
        savedHere.remove(phones.flatMap(({ id }) => (left.includes(id) ? [] : id)));
        if (left.length === 0) return;
        leftHere.replace([...leftHere.current(), ...phones.filter(({ id }) => left.includes(id))]);
        showError(describeLeft(left.length));
      })
      .finally(() => {
        isTakingOver = false;
      });
  }, [isDue, api, queries]);
  // Another account may have room.
  useEffect(() => () => leftHere.replace([]), []);
}

const toTakeOver = (here: Remembered[], left: Remembered[]): Remembered[] => here.filter(({ id }) => !left.some((one) => one.id === id));

const describeLeft = (count: number): string =>
  `Your account can’t save more phones. ${count === 1 ? '1 stays' : `${count} stay`} on this device and will move over when you remove some.`;

/** Those that the account has no room for; the others it has now, or they are gone. Null without a reply. */
async function takeOver(api: Api, ids: string[]): Promise<string[] | null> {
  try {
    return (await api.call('POST /saved', { body: { ids } })).left;
  } catch (error) {
    if (!(error instanceof ApiError)) return null;
    if (error.status === 409) return ids;
    return error.status === 404 ? [] : null;
  }
}

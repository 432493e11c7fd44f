import type { Machine } from './machine.ts';

type Status = { header?: { member_id?: string }; leader?: string };

const ANSWER_MS = 1500;

/** The machine whose etcd leads the others; null when they have no leader. */
export async function findEtcdLeader(machines: Machine[]): Promise<Machine | null> {
  for (const machine of machines) {
    const status = await readStatus(machine);
    if (status?.leader !== undefined && status.leader === status.header?.member_id) return machine;
  }
  return null;
}

/** Whether all members follow a leader. */
export async function isEtcdWhole(machines: Machine[]): Promise<boolean> {
  const leaders = await Promise.all(machines.map(async (machine) => (await readStatus(machine))?.leader));
  return leaders[0] !== undefined && leaders[0] !== '0' && new Set(leaders).size === 1;
}

async function readStatus({ address }: Machine): Promise<Status | null> {
  try {
    const request = { method: 'POST', body: '{}', signal: AbortSignal.timeout(ANSWER_MS) };
    return (await (await fetch(`http://${address}:2379/v3/maintenance/status`, request)).json()) as Status;
  } catch {
    return null;
  }
}

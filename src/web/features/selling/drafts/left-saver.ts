import type { DraftSaver } from './draft-saver.ts';

/** The saver of the form that was left last in this tab. */
let left: { email: string; saver: DraftSaver } | null = null;

/** Leaves the form of a draft, which goes on being saved. */
export function leaveSaver(email: string, saver: DraftSaver): void {
  left = { email, saver };
  void saver.flush();
}

/** The saver of a draft whose form was left: one more would not know what this one saves meanwhile, and take it for another tab's. */
export function takeUpSaver(email: string, id: string): DraftSaver | null {
  return left?.email === email && left.saver.key().id === id ? left.saver : null;
}

import type { LostPhoneState } from '#contract/lost-phones.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';

/** Each state's name, for the reporter and the admin alike. */
export const STATE_NAMES: Record<LostPhoneState, string> = { open: 'In review', accepted: 'On the list', refused: 'Rejected', withdrawn: 'Withdrawn' };

const TONES: Record<LostPhoneState, BadgeTone> = { open: 'accent', accepted: 'good', refused: 'danger', withdrawn: 'neutral' };

export const ReportState = ({ state }: { state: LostPhoneState }) => <Badge tone={TONES[state]}>{STATE_NAMES[state]}</Badge>;

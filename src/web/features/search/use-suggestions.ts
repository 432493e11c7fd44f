import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Suggestion } from '#contract/search.ts';
import { usePaused } from '../../ui/use-paused.ts';
import { useApp } from '../../use-app.tsx';
import { suggestionsOptions } from './queries.ts';
import { has } from './suggestions.ts';

type Suggestions = {
  /** What they are for; blank when none are wanted. */
  typed: string;
  suggestions: Suggestion[];
  /** Looks up, after a short pause, what a text may become; a blank one stops that. The latest text wins. */
  ask: (text: string) => void;
};

/** What somebody may be about to type. Until the next suggestions arrive, or when they never do, those stay that still fit. */
export function useSuggestions(): Suggestions {
  const { api } = useApp();
  const [typed, ask] = useState('');
  const asked = usePaused(typed);
  const { data, error } = useQuery({ ...suggestionsOptions(api, asked), placeholderData: (previous) => previous?.filter((one) => has(one, asked)) });
  return { typed, suggestions: asked === '' || error ? [] : (data ?? []), ask };
}

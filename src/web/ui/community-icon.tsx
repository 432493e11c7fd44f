/** Our own drawings, one for each kind of community site; a speech bubble for any other. */
const DRAWINGS: Record<string, string> = {
  facebook: 'M14 21v-8h3l.5-3.5H14V7.5c0-1 .4-1.8 1.9-1.8H18V2.6C17.5 2.5 16.5 2.5 15.5 2.5c-3 0-5 1.7-5 4.7v2.3h-3V13h3v8',
  instagram: 'M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5Zm4 5a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm5-1.5v.01',
  youtube: 'M5 6h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2Zm5.5 3.5v5l4.5-2.5z',
};
const BUBBLE = 'M4 5h16v11H10l-4 4v-4H4z';

export function CommunityIcon({ name, className }: { name: string; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={DRAWINGS[name.toLowerCase()] ?? BUBBLE} />
    </svg>
  );
}

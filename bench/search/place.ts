import { join } from 'node:path';

/** Where the builder leaves what the measuring process opens: a database without listings, the saved index, and the questions. */
export const placeIn = (folder: string) => ({
  database: { kind: 'sqlite' as const, file: join(folder, 'redial.db') },
  index: { file: join(folder, 'search-index'), scratch: join(folder, 'scratch') },
  asked: join(folder, 'questions.json'),
});

import type { Db, ImagesTable } from '../../db/tables.ts';

export const insertImage = async (db: Db, image: ImagesTable): Promise<void> => {
  await db.insertInto('images').values(image).execute();
};

export const hasImage = async (db: Db, id: string): Promise<boolean> => {
  const row = await db.selectFrom('images').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
};

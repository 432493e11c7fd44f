/** Has several workers, such as browser windows, work through the items at the same time, each taking the next one. */
export async function shareOut<Item, Worker>(
  items: readonly Item[],
  workers: readonly Worker[],
  work: (item: Item, worker: Worker) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const drain = async (worker: Worker): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item, worker);
  };
  await Promise.all(workers.map(drain));
}

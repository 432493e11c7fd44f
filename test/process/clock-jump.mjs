// Loaded before the shop: each SIGUSR2 sets its clock back by an hour.
const HOUR_MS = 3_600_000;
let offset = 0;
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length > 0) super(...given);
    else super(RealDate.now() + offset);
  }
  static now() {
    return RealDate.now() + offset;
  }
};
process.on('SIGUSR2', () => {
  offset -= HOUR_MS;
  process.stdout.write('the clock was set back\n');
});

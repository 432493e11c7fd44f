// Made-up texts in the style of people's offers. Each list is used with a seeded random generator, so the same seed gives the same offers.

const CITIES = `Accra|Adelaide|Ahmedabad|Amsterdam|Ankara|Antwerp|Athens|Atlanta|Auckland|Austin|Baltimore|Bangkok|Barcelona|Beirut|Belfast|Bengaluru|Berlin|Birmingham|Bogotá|Bologna
Boston|Brisbane|Bristol|Brussels|Bucharest|Budapest|Buenos Aires|Cairo|Calgary|Cape Town|Cardiff|Chicago|Cleveland|Cologne|Copenhagen|Cork|Dallas|Delhi|Denver|Detroit
Dhaka|Dublin|Durban|Edinburgh|Florence|Frankfurt|Geneva|Genoa|Ghent|Glasgow|Gothenburg|Hamburg|Helsinki|Houston|Hyderabad|Istanbul|Jakarta|Karachi|Kathmandu|Kraków
Kuala Lumpur|Lagos|Lahore|Leeds|Lima|Lisbon|Liverpool|Ljubljana|London|Los Angeles|Lyon|Madrid|Manchester|Manila|Marseille|Melbourne|Mexico City|Miami|Milan|Montreal
Multan|Mumbai|Munich|Nairobi|Naples|New York|Nice|Oslo|Ottawa|Paris|Perth|Philadelphia|Phoenix|Porto|Prague|Quito|Rawalpindi|Riga|Rome|Rotterdam
San Diego|Santiago|São Paulo|Seattle|Seoul|Seville|Singapore|Sofia|Stockholm|Sydney|Tallinn|Tampa|Toronto|Turin|Valencia|Vancouver|Vienna|Vilnius|Warsaw|Zürich`;
const PARTS = ['', '', ' Central', ' North', ' West'];

/** Some hundred places, the most frequently used first. */
export const PLACES: string[] = PARTS.flatMap((part) => CITIES.split(/[|\n]/u).map((city) => city + part));

export const FIRST_NAMES =
  'Ada Amir Ana Anton Aya Ben Bianca Carlos Chen Clara Dana David Diego Elif Emma Farid Fatima Finn Grace Hana Hugo Ines Ivan Jana Jonas Kofi Lara Leo Lina Maja Marco Mei Mila Nadia Noor Olga Omar Paul Priya Rafael Rosa Sam Sara Tariq Tom Uma Vera Yusuf Zara Zoe'.split(
    ' ',
  );
export const LAST_NAMES =
  'Ahmed Andersen Bauer Becker Brown Castro Chen Costa Diaz Dubois Eriksen Evans Fischer Garcia Gupta Hansen Hughes Ivanov Jansen Jones Kaya Khan Kim Kovacs Larsen Lee Lopez Malik Marino Meyer Moreau Mwangi Nagy Novak Okafor Oliveira Park Patel Petrov Rossi Santos Schmidt Silva Singh Suzuki Tanaka Torres Walsh Wang Yilmaz'.split(
    ' ',
  );

export const CONDITIONS = [
  'Good',
  'Good',
  'good',
  'Very good',
  'Very good',
  'Very Good',
  'Excellent',
  'Excellent',
  'Like new',
  'Like New',
  'like new',
  'Fair',
  'Fair',
  'Used',
  'used',
  '10/10',
  'Open box',
  'For parts',
];
export const COLORS = 'Black White Blue Green Silver Gold Grey Gray Graphite Midnight Red Purple Pink Mint'.split(' ');
export const LOCKS = ['Unlocked', 'Unlocked', 'Unlocked', 'Unlocked to all networks', 'Locked to its network'];
export const CONTRACTS = ['None', 'None', 'No contract', 'Paid off'];
export const WARRANTIES = ['Ended', 'Ended', 'Partly left, with receipt', 'Six months left', 'None'];
export const REGIONS = ['Europe', 'United States', 'Global', 'India', 'Hong Kong', 'Middle East', 'United Kingdom'];

export const OPENINGS = [
  'Selling my {model} because I got a newer one.',
  '{model} in {color}, {storage}, works as it should.',
  'Up for sale is a {model} that was my second phone.',
  'Bought it new, used it with a case from the first day.',
  'My daughter’s old phone, she wants another colour now.',
  'Clean phone, honest price, please read before you ask.',
  'This {brand} never let me down.',
  'Urgent sale, moving abroad at the end of the month.',
];
export const DETAILS = [
  'The battery holds a day and is at {percent} %.',
  'There is a small scratch on the frame, see the picture.',
  'No cracks, no dents, the glass is like new.',
  'Comes with box, cable and a charger.',
  'Without box, but with two cases.',
  'Face and fingerprint unlock work at once.',
  'It was never opened or repaired.',
  'The screen was replaced in a shop two years ago.',
  'All cameras are clear, the speakers are loud.',
  'Reset and signed out of every account.',
  'Receipt is there, it was bought in a shop.',
  'One corner shows that it fell once.',
  'Everything has been tested: calls, camera, wireless network.',
  'The back has fine lines that you see only in the sun.',
  'A glass protector has been on it from the beginning.',
  'I can send more pictures if you like.',
];
export const CLOSINGS = [
  'Meet me at the station or in the café beside it.',
  'Price is fixed.',
  'A little room to talk about the price.',
  'No swaps, please.',
  'Evenings are best.',
  'First come, first served.',
];

import { expect, test } from 'vitest';
import { maskContacts } from './mask-contacts.ts';

const HIDDEN: [text: string, parts: string[]][] = [
  ['Call me at 555-123-4567.', ['555', '4567']],
  ['call me nine one two three four five six seven', ['nine', 'seven']],
  ['my number is five five five, one two three, four five six seven', ['five', 'seven']],
  ['double five five one two three four oh seven', ['five', 'oh', 'seven']],
  ['It is nine-one-two-three-four-five-six', ['nine', 'six']],
  ['Nine 1 two 3 four 5 six', ['Nine', '1', '5']],
  ['nine dash one two three dash four five six', ['nine', 'six']],
  ['fifty five twelve thirty four ninety nine', ['fifty', 'nine']],
  ['9,1,2,3,4,5,6,7', ['9', '7']],
  ['555,123,4567', ['555', '4567']],
  ['555, 123, 4567 any time', ['555', '4567']],
  ['555\n123\n4567', ['555', '123', '4567']],
  ['9\n1\n2\n3\n4\n5\n6', ['9', '6']],
  ['555_123_4567', ['555', '4567']],
  ['555*123*4567', ['555', '4567']],
  ['555:123:4567', ['555', '4567']],
  ['91:23:45:67:89', ['91', '89']],
  ['91, 23, 45, 12', ['91', '12']],
  ['+1 (555) 123 4567', ['555', '4567']],
  ['+351, 912, 345, 678', ['351', '678']],
  ['0171, 234567', ['0171', '234567']],
  ['call5551234567now', ['5551234567']],
  ['for 250 call 555 123 4567', ['555', '4567']],
  ['250, 555 123 4567', ['555', '4567']],
  ['write to ann@example.com', ['ann@example.com']],
  ['me at gmail dot com', ['me', 'gmail', 'com']],
  ['ann dot lee at gmail dot com please', ['ann', 'lee', 'gmail']],
  ['Ann (at) web (dot) de', ['Ann', 'web']],
  ['ann.lee at gmail.com', ['ann.lee', 'gmail.com']],
  ['ann@gmail dot com', ['ann@gmail', 'com']],
  ['ann AT Yahoo DOT co DOT uk', ['ann', 'Yahoo', 'uk']],
  ['ann at gmail', ['ann', 'gmail']],
  ['t.me/annlee', ['annlee']],
  ['https://wa.me/15551234567', ['1555']],
  ['see instagram.com/annlee', ['annlee']],
  ['telegram: @annlee', ['annlee']],
  ['Telegram annlee_77', ['annlee_77']],
  ['my insta is ann.lee99', ['ann.lee99']],
  ['whatsapp me @annlee', ['@annlee']],
  ['@annlee on telegram', ['@annlee']],
  ['ig:annlee', ['annlee']],
  ['Snapchat: annlee', ['annlee']],
  ['$555.123.4567', ['123', '4567']],
  ['$555.12 345 6789', ['345', '6789']],
  ['555=123=4567', ['555', '4567']],
  ['555 & 123 & 4567', ['555', '4567']],
  ['555<123>4567', ['555', '4567']],
  ['"555" "123" "4567"', ['555', '4567']],
  ['555’123’4567', ['555', '4567']],
  ['ann@ gmail.com', ['ann', 'gmail']],
  ['ann@ example.org', ['ann', 'example']],
  ['ann.lee @gmail.com', ['ann', 'gmail']],
  ['ann @gmail dot com', ['ann', 'gmail', 'com']],
  ['ann(at)gmail(dot)com', ['ann', 'gmail', 'com']],
  ['ann[at]web[.]de', ['ann', 'web', 'de']],
];

test.each(HIDDEN)('Hides the contact in %j', (text, parts) => {
  const masked = maskContacts(text);
  for (const part of parts) expect(masked).not.toContain(part);
  expect(masked).toHaveLength(text.length);
});

test.each([
  ['Call 5️⃣5️⃣5️⃣ 1️⃣2️⃣3️⃣ 4️⃣5️⃣6️⃣7️⃣ now', 'Call ••• ••• •••• now'],
  ['Call ⑤⑤⑤①②③④⑤⑥⑦ 🙂', 'Call •••••••••• 🙂'],
  ['🙂 ₅₅₅₁₂₃₄₅₆₇', '🙂 ••••••••••'],
  ['𝟓𝟓𝟓 𝟏𝟐𝟑 𝟒𝟓𝟔𝟕', '••• ••• ••••'],
  ['Write to ann＠gmail．com', 'Write to •••••••••••••'],
])('Hides what people read as a contact in %j', (text, masked) => {
  expect(maskContacts(text)).toBe(masked);
});

/** What people write about phones. */
const HARMLESS = `Is it still available?
Would you take 250?
Would you take $250, $260 or $275?
I can do 250, 300 or 320 at most.
The lowest is 1,250.00 for both.
Both for $1,250.50, cash.
I paid 1,099.99 for it in 2022.
Price is 899, was 1099.
200/250/300 depending on the storage
Between 1199 - 1250 would be fine.
My offer: 250. Your last price?
two hundred fifty dollars, last offer
I'd say two hundred or two hundred twenty
One for me and one for my brother, so two.
Is it one of the three you listed?
Does it have 64, 128 or 256 GB?
64/128/256/512 GB, which one?
Is it the 8/128 or the 12/256 version?
128 256 512
It has 256 GB and 8 GB of RAM.
256 GB, 8 GB, 5000 mAh, 120 Hz
Galaxy S10 128
Galaxy S10 128 GB, SM-G973F/DS
SM-G973F or SM-G9730?
Model A2633, bought in 2021.
MQ6K3LL/A is the model number.
Is the model number SM-S918B/DS or SM-S918U1?
iPhone 11, 12, 13 or 14?
I have iPhone 11, 12, 13, 14, 15 cases
Pixel 6, Pixel 7 and Pixel 8
Xiaomi 13T Pro 12/512
Redmi Note 12 Pro 5G 8/256 GB
OnePlus 9, 9 Pro, 10, 10 Pro, 11
Nokia 3310 from 2000
What is the IMEI?
Can you send me the IMEI, please?
Is the IMEI 356938035643809 clean?
IMEI 35-693803-564380-9
IMEI: 49 015420 323751 8
The IMEI ends in 3809.
Dial *#06# to see the IMEI.
Does *#06# show the same IMEI as the box?
Bought on 23/11/2024.
Bought on 2024-11-23, warranty until 2026-11-23.
Warranty: 23.11.2024 to 23.11.2026
Can we meet on 23.11.2026 at 10:30?
I have time 10:30, 11:30 or 14:00.
At 10:00 or 12:30?
From 9:00 to 17:30 on weekdays.
Monday 10-12, Tuesday 14-16
10:30:00 is when the train arrives
Sold in 2019, 2020 and 2021?
2019-2021
Years 2020, 2021, 2022
Battery health is 87 %, 412 cycles.
The battery is at 4,500 mAh.
6.1 inch, 2532 x 1170 pixels
Is it 146.7 x 71.5 x 7.7 mm?
It weighs 204 g.
Cameras: 50 MP, 12 MP, 10 MP
Android 14, One UI 6.1
iOS 17.4.1 is installed.
Version 17.5.1 (21F90)
Build UP1A.2310
Does it work on bands 1, 3, 7, 20?
LTE bands 1/3/5/7/8/20/28
4G/5G, dual SIM
Is it unlocked for AT&T?
Let's meet at Central Station.
I'm at work until 5.
We could meet at the mall at 6.
At what time?
Look at the second picture.
I was looking at apple.com for the price.
I bought it at amazon.com last year.
It cost me 450 at mediamarkt.de
Do you have the box at home? It has a dot on the corner.
There's a white dot at the top.
One dead pixel at the bottom, dot sized.
Is WhatsApp installed?
Does WhatsApp work on it?
WhatsApp: yes
Can it run Instagram and Telegram smoothly?
Telegram works, Signal too.
Signal is good here.
Is Facebook Messenger preinstalled?
The Snapchat camera is laggy.
Is it on Discord, too?
I'll pay through the shop.
Seven out of ten for the condition.
Nine months of warranty left.
One two three test
Three cracks, two scratches, one dent.
There are two, three, four of them?
Double SIM or single?
Is the double camera fine?
Zero scratches, ten out of ten.
Oh, one more question.
Oh no, two of four corners are dented.
I need it by Friday the 27th.
Order 4512 was fine last time.
12 months, 24 months or 36 months of warranty?
5 minutes from the station
Ratio 16:9 or 20:9?
I have 3 of them: 64 GB, 128 GB, 256 GB
5 %, 10 % or 15 % off?
Two for 500, three for 700, four for 900
The screen was replaced in 2023 for 120 euros.
Charger 20W, 25W, 45W?
#1 is sold, #2 and #3 are left.
Grade A, B or C?
Can you go down to 275 - 280?
1️⃣ box, 2️⃣ charger and 3️⃣ cable 🙂
Take ½ now… and the rest later™?
The display has 6.1″, mine 6.7", 2778 x 1284
1299 -> 1199, or 1299 => 1199?
1299 + 99 = 1398, right?
1299 & 1199 for the two
I bought it @amazon.com or @ apple.com
Look (at) the corner (a dot).
1. box 2. charger 3. cable 4. case 5. film 6. pin 7. bag`.split('\n');

test('Leaves what people write about phones as it is', () => {
  expect(HARMLESS.length).toBeGreaterThanOrEqual(100);
  expect(HARMLESS.filter((text) => maskContacts(text) !== text).map((text) => [text, maskContacts(text)])).toEqual([]);
});

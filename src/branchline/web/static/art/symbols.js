// The drawings that cards, pieces and buttons are made of: symbols and patterns, put into the page once.
// Symbols fill a box of -11..11, wagons one of 92 by 44; colors come from the variables of whoever uses them.

// What cards and slots are told apart by, beside their color.
const MARKS = {
  red: "M0-9.5L8 0 0 9.5-8 0Z",
  orange: "M0-9L9.2 7.5H-9.2Z",
  yellow: "M0-10L2.5-3.4 9.5-3.1 4 1.3 5.9 8.1 0 4.2-5.9 8.1-4 1.3-9.5-3.1-2.5-3.4Z",
  green:
    "M0-9.6A4.6 4.6 0 0 1 3.9-2.6 4.6 4.6 0 1 1 1.6 4.9L3 9.5H-3L-1.6 4.9A4.6 4.6 0 1 1-3.9-2.6 4.6 4.6 0 0 1 0-9.6Z",
  blue: "M0-10C3.6-4.6 7-.9 7 3.2A7 7 0 0 1-7 3.2C-7-.9-3.6-4.6 0-10Z",
  purple: "M3.6-9A9.3 9.3 0 1 0 9 4.6 7.6 7.6 0 0 1 3.6-9Z",
  black: "M-3-9.2H3V-3H9.2V3H3V9.2H-3V3H-9.2V-3H-3Z",
  white: "M0-9A9 9 0 1 1 0 9 9 9 0 0 1 0-9ZM0-4.6A4.6 4.6 0 1 0 0 4.6 4.6 4.6 0 0 0 0-4.6Z",
  wild:
    "M0-10.5L2.2-2.6 6.6-6.6 2.9-2 10.5 0 2.9 2 6.6 6.6 2.2 2.6 0 10.5-2.2 2.6-6.6 6.6-2.9 2-10.5 " +
    "0-2.9-2-6.6-6.6-2.2-2.6Z",
};

// Lines on buttons and beside numbers, in a box of 20 by 20.
const ICONS = {
  undo: '<path d="M4 9H12A4.5 4.5 0 0 1 12 18H9M4 9L8 5M4 9L8 13"/>',
  sound: '<path d="M3 8V12H6L10 16V4L6 8ZM13 7.5A4 4 0 0 1 13 12.5M15.4 5A7.5 7.5 0 0 1 15.4 15"/>',
  silent: '<path d="M3 8V12H6L10 16V4L6 8ZM13.5 8L17.5 12M17.5 8L13.5 12"/>',
  day:
    '<circle cx="10" cy="10" r="3.6"/><path d="M10 2V3.6M10 16.4V18M2 10H3.6M16.4 10H18M4.4 4.4L5.5 5.5M14.5 ' +
    '14.5L15.6 15.6M15.6 4.4L14.5 5.5M5.5 14.5L4.4 15.6"/>',
  night: '<path d="M15.6 12.6A6.6 6.6 0 1 1 8.2 3.4 5.4 5.4 0 0 0 15.6 12.6Z"/>',
  menu: '<path d="M3 5.5H17M3 10H17M3 14.5H17"/>',
  standings: '<path d="M3 17V11H7V17M8 17V4H12V17M13 17V8H17V17"/>',
  map: '<path d="M2 5L7 3L13 5L18 3V15L13 17L7 15L2 17ZM7 3V15M13 5V17"/>',
  log: '<path d="M3 4H17V13H9L5 16.5V13H3Z"/>',
  list:
    '<path d="M7.5 5H17M7.5 10H17M7.5 15H17"/><circle cx="3.8" cy="5" r=".9" fill="currentColor"/><circle cx="3.8" ' +
    'cy="10" r=".9" fill="currentColor"/><circle cx="3.8" cy="15" r=".9" fill="currentColor"/>',
  close: '<path d="M5 5L15 15M15 5L5 15"/>',
  help: '<path d="M7.4 7.4A2.7 2.7 0 1 1 10 10.6V12"/><circle cx="10" cy="15.4" r=".6" fill="currentColor"/>',
  first: '<path d="M15 4.5L8.5 10L15 15.5ZM5 4.5V15.5"/>',
  back: '<path d="M13 4.5L6.5 10L13 15.5Z"/>',
  next: '<path d="M7 4.5L13.5 10L7 15.5Z"/>',
  last: '<path d="M5 4.5L11.5 10L5 15.5ZM15 4.5V15.5"/>',
  play: '<path d="M6 4L16 10L6 16Z"/>',
  pause: '<path d="M7 4.5V15.5M13 4.5V15.5"/>',
  pencil: '<path d="M4 16L5 12L13.5 3.5L16.5 6.5L8 15ZM12 5L15 8"/>',
  bulb: '<path d="M7.5 14C7.5 12 5 11 5 7.8A5 5 0 0 1 15 7.8C15 11 12.5 12 12.5 14ZM8 17H12"/>',
  more: '<path d="M4 10H16M10 4V16"/>',
  less: '<path d="M4 10H16"/>',
  fit: '<path d="M3 7V3H7M13 3H17V7M17 13V17H13M7 17H3V13"/>',
  eye:
    '<path d="M2 10C4.5 5.8 7 4.5 10 4.5S15.5 5.8 18 10C15.5 14.2 13 15.5 10 15.5S4.5 14.2 2 10Z"/><circle cx="10" ' +
    'cy="10" r="2.4"/>',
};

// Patterns, wagons, and the icons that are not lines alone.
const OTHERS = `
<pattern id="sp-stripes" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(35)">
<rect width="3" height="8" fill="#fff" opacity=".5"/></pattern>
<pattern id="sp-dots" width="9" height="9" patternUnits="userSpaceOnUse">
<circle cx="4.5" cy="4.5" r="2.2" fill="#3A2600" opacity=".85"/></pattern>
<pattern id="sp-chevron" width="10" height="12" patternUnits="userSpaceOnUse" patternTransform="translate(0 -6)">
<path d="M-1 0L5 6-1 12M9 0L15 6 9 12" fill="none" stroke="#06281C" stroke-width="2" opacity=".7"/></pattern>
<pattern id="sp-check" width="10" height="10" patternUnits="userSpaceOnUse" patternTransform="translate(0 -5)">
<path d="M0 0H5V5H0ZM5 5H10V10H5Z" fill="#fff" opacity=".34"/></pattern>
<pattern id="cp-red" width="14" height="14" patternUnits="userSpaceOnUse">
<g stroke="#FFF4EC" fill="#FFF4EC" opacity=".15"><path d="M-2 16L16-2M-9 9L9-9M5 23L23 5" stroke-width="3.4"/></g>
</pattern>
<pattern id="cp-orange" width="16" height="12" patternUnits="userSpaceOnUse">
<g stroke="#2B1603" fill="#2B1603" opacity=".15"><path d="M0 9L4 3 8 9 12 3 16 9" fill="none" stroke-width="2.4"/></g>
</pattern>
<pattern id="cp-yellow" width="12" height="12" patternUnits="userSpaceOnUse">
<g stroke="#3A2C00" fill="#3A2C00" opacity=".15"><circle cx="3" cy="3" r="1.9" stroke="none"/>
<circle cx="9" cy="9" r="1.9" stroke="none"/></g></pattern>
<pattern id="cp-green" width="10" height="10" patternUnits="userSpaceOnUse">
<g stroke="#FFFFFF" fill="#FFFFFF" opacity=".15"><path d="M3 0V10" stroke-width="3"/></g></pattern>
<pattern id="cp-blue" width="20" height="10" patternUnits="userSpaceOnUse">
<g stroke="#F0F7FF" fill="#F0F7FF" opacity=".15"><path d="M0 5Q5 0 10 5T20 5" fill="none" stroke-width="2.2"/></g>
</pattern>
<pattern id="cp-purple" width="14" height="14" patternUnits="userSpaceOnUse">
<g stroke="#320B30" fill="#320B30" opacity=".15"><path d="M0 7L7 0 14 7 7 14Z" fill="none" stroke-width="2"/></g>
</pattern>
<pattern id="cp-black" width="18" height="12" patternUnits="userSpaceOnUse">
<g stroke="#F3EFE6" fill="#F3EFE6" opacity=".2"><path d="M0 0H18M0 6H18M4 0V6M13 6V12" stroke-width="1.6"/></g>
</pattern>
<pattern id="cp-white" width="16" height="16" patternUnits="userSpaceOnUse">
<g stroke="#4A463D" fill="#4A463D" opacity=".2"><circle cx="8" cy="8" r="4" fill="none" stroke-width="1.8"/></g>
</pattern>
<symbol id="w-red" viewBox="0 0 92 44" overflow="visible">
<path d="M7 12Q7 7 14 7H78Q85 7 85 12V29H7Z" fill="var(--c-mark)" fill-opacity=".93" stroke="var(--c-edge)"
  stroke-width="1.3"/><path d="M5 10Q46 3 87 10L86 12.5H6Z" fill="var(--c-edge)"/>
<rect x="13" y="15" width="8" height="8" rx="1.5" fill="var(--c-edge)" opacity=".8"/>
<rect x="24" y="15" width="8" height="8" rx="1.5" fill="var(--c-edge)" opacity=".8"/>
<rect x="35" y="15" width="8" height="8" rx="1.5" fill="var(--c-edge)" opacity=".8"/>
<rect x="49" y="15" width="8" height="8" rx="1.5" fill="var(--c-edge)" opacity=".8"/>
<rect x="60" y="15" width="8" height="8" rx="1.5" fill="var(--c-edge)" opacity=".8"/>
<rect x="71" y="15" width="8" height="8" rx="1.5" fill="var(--c-edge)" opacity=".8"/>
<rect x="6" y="29" width="80" height="3.4" fill="var(--c-edge)"/>
<circle cx="17" cy="35.5" r="4.3" fill="var(--c-edge)"/>
<circle cx="17" cy="35.5" r="1.4" fill="var(--c-mark)" opacity=".8"/>
<circle cx="28" cy="35.5" r="4.3" fill="var(--c-edge)"/>
<circle cx="28" cy="35.5" r="1.4" fill="var(--c-mark)" opacity=".8"/>
<circle cx="64" cy="35.5" r="4.3" fill="var(--c-edge)"/>
<circle cx="64" cy="35.5" r="1.4" fill="var(--c-mark)" opacity=".8"/>
<circle cx="75" cy="35.5" r="4.3" fill="var(--c-edge)"/>
<circle cx="75" cy="35.5" r="1.4" fill="var(--c-mark)" opacity=".8"/></symbol>
<symbol id="w-orange" viewBox="0 0 92 44" overflow="visible">
<rect x="8" y="11" width="76" height="18" rx="9" fill="var(--c-mark)" fill-opacity=".93" stroke="var(--c-edge)"
  stroke-width="1.3"/><rect x="40" y="5" width="12" height="7" rx="2" fill="var(--c-edge)"/>
<path d="M26 11V29M66 11V29" stroke="var(--c-edge)" stroke-width="1.6"/>
<rect x="6" y="29" width="80" height="3.4" fill="var(--c-edge)"/>
<circle cx="18" cy="35.5" r="4.3" fill="var(--c-edge)"/>
<circle cx="18" cy="35.5" r="1.4" fill="var(--c-mark)" opacity=".8"/>
<circle cx="29" cy="35.5" r="4.3" fill="var(--c-edge)"/>
<circle cx="29" cy="35.5" r="1.4" fill="var(--c-mark)" opacity=".8"/>
<circle cx="63" cy="35.5" r="4.3" fill="var(--c-edge)"/>
<circle cx="63" cy="35.5" r="1.4" fill="var(--c-mark)" opacity=".8"/>
<circle cx="74" cy="35.5" r="4.3" fill="var(--c-edge)"/>
<circle cx="74" cy="35.5" r="1.4" fill="var(--c-mark)" opacity=".8"/></symbol>
<symbol id="w-yellow" viewBox="0 0 92 44" overflow="visible">
<path d="M7 9H85L79 29H57L52 22 46 29 40 22 35 29H13Z" fill="var(--c-mark)" fill-opacity=".93" stroke="var(--c-edge)"
  stroke-width="1.3"/><path d="M7 9Q20 2 33 8T59 7T85 9" fill="var(--c-edge)" opacity=".85"/>
<rect x="6" y="29" width="80" height="3.4" fill="var(--c-edge)"/>
<circle cx="17" cy="35.5" r="4.3" fill="var(--c-edge)"/>
<circle cx="17" cy="35.5" r="1.4" fill="var(--c-mark)" opacity=".8"/>
<circle cx="28" cy="35.5" r="4.3" fill="var(--c-edge)"/>
<circle cx="28" cy="35.5" r="1.4" fill="var(--c-mark)" opacity=".8"/>
<circle cx="64" cy="35.5" r="4.3" fill="var(--c-edge)"/>
<circle cx="64" cy="35.5" r="1.4" fill="var(--c-mark)" opacity=".8"/>
<circle cx="75" cy="35.5" r="4.3" fill="var(--c-edge)"/>
<circle cx="75" cy="35.5" r="1.4" fill="var(--c-mark)" opacity=".8"/></symbol>
<symbol id="w-green" viewBox="0 0 92 44" overflow="visible">
<rect x="12" y="22" width="68" height="6" rx="3" fill="var(--c-mark)" fill-opacity=".93" stroke="var(--c-edge)"
  stroke-width="1.3"/>
<rect x="17" y="16" width="58" height="6" rx="3" fill="var(--c-mark)" fill-opacity=".93" stroke="var(--c-edge)"
  stroke-width="1.3"/>
<rect x="24" y="10" width="44" height="6" rx="3" fill="var(--c-mark)" fill-opacity=".93" stroke="var(--c-edge)"
  stroke-width="1.3"/><path d="M20 8V29" stroke="var(--c-edge)" stroke-width="2.2"/>
<path d="M46 8V29" stroke="var(--c-edge)" stroke-width="2.2"/>
<path d="M72 8V29" stroke="var(--c-edge)" stroke-width="2.2"/>
<rect x="6" y="29" width="80" height="3.4" fill="var(--c-edge)"/>
<circle cx="17" cy="35.5" r="4.3" fill="var(--c-edge)"/>
<circle cx="17" cy="35.5" r="1.4" fill="var(--c-mark)" opacity=".8"/>
<circle cx="28" cy="35.5" r="4.3" fill="var(--c-edge)"/>
<circle cx="28" cy="35.5" r="1.4" fill="var(--c-mark)" opacity=".8"/>
<circle cx="64" cy="35.5" r="4.3" fill="var(--c-edge)"/>
<circle cx="64" cy="35.5" r="1.4" fill="var(--c-mark)" opacity=".8"/>
<circle cx="75" cy="35.5" r="4.3" fill="var(--c-edge)"/>
<circle cx="75" cy="35.5" r="1.4" fill="var(--c-mark)" opacity=".8"/></symbol>
<symbol id="w-blue" viewBox="0 0 92 44" overflow="visible">
<rect x="7" y="8" width="78" height="21" rx="1.5" fill="var(--c-mark)" fill-opacity=".93" stroke="var(--c-edge)"
  stroke-width="1.3"/><rect x="35" y="10" width="22" height="19" fill="var(--c-edge)" opacity=".82"/>
<path d="M38 13L54 26M54 13L38 26" stroke="var(--c-mark)" stroke-width="1.5"/>
<path d="M14 12V25M21 12V25M28 12V25M64 12V25M71 12V25M78 12V25" stroke="var(--c-edge)" stroke-width="1.1"/>
<rect x="5" y="5.5" width="82" height="3" fill="var(--c-edge)"/>
<rect x="6" y="29" width="80" height="3.4" fill="var(--c-edge)"/>
<circle cx="17" cy="35.5" r="4.3" fill="var(--c-edge)"/>
<circle cx="17" cy="35.5" r="1.4" fill="var(--c-mark)" opacity=".8"/>
<circle cx="28" cy="35.5" r="4.3" fill="var(--c-edge)"/>
<circle cx="28" cy="35.5" r="1.4" fill="var(--c-mark)" opacity=".8"/>
<circle cx="64" cy="35.5" r="4.3" fill="var(--c-edge)"/>
<circle cx="64" cy="35.5" r="1.4" fill="var(--c-mark)" opacity=".8"/>
<circle cx="75" cy="35.5" r="4.3" fill="var(--c-edge)"/>
<circle cx="75" cy="35.5" r="1.4" fill="var(--c-mark)" opacity=".8"/></symbol>
<symbol id="w-purple" viewBox="0 0 92 44" overflow="visible">
<path d="M7 13Q7 8 12 8H80Q85 8 85 13V29H7Z" fill="var(--c-mark)" fill-opacity=".93" stroke="var(--c-edge)"
  stroke-width="1.3"/><path d="M14 8Q16 3.5 22 3.5H70Q76 3.5 78 8Z" fill="var(--c-edge)"/>
<path d="M14 23V16.5A4.5 4.5 0 0 1 23 16.5V23Z" fill="var(--c-edge)" opacity=".8"/>
<path d="M29 23V16.5A4.5 4.5 0 0 1 38 16.5V23Z" fill="var(--c-edge)" opacity=".8"/>
<path d="M54 23V16.5A4.5 4.5 0 0 1 63 16.5V23Z" fill="var(--c-edge)" opacity=".8"/>
<path d="M69 23V16.5A4.5 4.5 0 0 1 78 16.5V23Z" fill="var(--c-edge)" opacity=".8"/>
<path d="M8 26H84" stroke="var(--c-edge)" stroke-width="1.2"/>
<rect x="6" y="29" width="80" height="3.4" fill="var(--c-edge)"/>
<circle cx="17" cy="35.5" r="4.3" fill="var(--c-edge)"/>
<circle cx="17" cy="35.5" r="1.4" fill="var(--c-mark)" opacity=".8"/>
<circle cx="28" cy="35.5" r="4.3" fill="var(--c-edge)"/>
<circle cx="28" cy="35.5" r="1.4" fill="var(--c-mark)" opacity=".8"/>
<circle cx="64" cy="35.5" r="4.3" fill="var(--c-edge)"/>
<circle cx="64" cy="35.5" r="1.4" fill="var(--c-mark)" opacity=".8"/>
<circle cx="75" cy="35.5" r="4.3" fill="var(--c-edge)"/>
<circle cx="75" cy="35.5" r="1.4" fill="var(--c-mark)" opacity=".8"/></symbol>
<symbol id="w-black" viewBox="0 0 92 44" overflow="visible">
<path d="M9 15Q18 5 28 10Q38 2 48 9Q60 3 68 9Q78 7 83 15Z" fill="var(--c-mark)" opacity=".55"/>
<path d="M7 14H85L82 29H10Z" fill="var(--c-mark)" fill-opacity=".93" stroke="var(--c-edge)" stroke-width="1.3"/>
<path d="M19 15V28M32 15V28M46 15V28M60 15V28M73 15V28" stroke="var(--c-edge)" stroke-width="1.3"/>
<rect x="6" y="29" width="80" height="3.4" fill="var(--c-edge)"/>
<circle cx="17" cy="35.5" r="4.3" fill="var(--c-edge)"/>
<circle cx="17" cy="35.5" r="1.4" fill="var(--c-mark)" opacity=".8"/>
<circle cx="28" cy="35.5" r="4.3" fill="var(--c-edge)"/>
<circle cx="28" cy="35.5" r="1.4" fill="var(--c-mark)" opacity=".8"/>
<circle cx="64" cy="35.5" r="4.3" fill="var(--c-edge)"/>
<circle cx="64" cy="35.5" r="1.4" fill="var(--c-mark)" opacity=".8"/>
<circle cx="75" cy="35.5" r="4.3" fill="var(--c-edge)"/>
<circle cx="75" cy="35.5" r="1.4" fill="var(--c-mark)" opacity=".8"/></symbol>
<symbol id="w-white" viewBox="0 0 92 44" overflow="visible">
<rect x="7" y="8" width="78" height="21" rx="2" fill="var(--c-mark)" fill-opacity=".93" stroke="var(--c-edge)"
  stroke-width="1.3"/><path d="M7 13H85M7 18.5H85M7 24H85" stroke="var(--c-edge)" stroke-width=".9" opacity=".7"/>
<rect x="38" y="10" width="16" height="19" rx="1" fill="#FBF8F0" stroke="var(--c-edge)" stroke-width="1.3"/>
<circle cx="50" cy="20" r="1.3" fill="var(--c-edge)"/>
<rect x="5" y="5.5" width="82" height="3" rx="1" fill="var(--c-edge)"/>
<rect x="6" y="29" width="80" height="3.4" fill="var(--c-edge)"/>
<circle cx="17" cy="35.5" r="4.3" fill="var(--c-edge)"/>
<circle cx="17" cy="35.5" r="1.4" fill="var(--c-mark)" opacity=".8"/>
<circle cx="28" cy="35.5" r="4.3" fill="var(--c-edge)"/>
<circle cx="28" cy="35.5" r="1.4" fill="var(--c-mark)" opacity=".8"/>
<circle cx="64" cy="35.5" r="4.3" fill="var(--c-edge)"/>
<circle cx="64" cy="35.5" r="1.4" fill="var(--c-mark)" opacity=".8"/>
<circle cx="75" cy="35.5" r="4.3" fill="var(--c-edge)"/>
<circle cx="75" cy="35.5" r="1.4" fill="var(--c-mark)" opacity=".8"/></symbol>
<symbol id="w-wild" viewBox="0 0 92 44" overflow="visible">
<path d="M58 7H86V29H58Z" fill="var(--c-mark)" fill-opacity=".93" stroke="var(--c-edge)" stroke-width="1.3"/>
<rect x="64" y="11" width="9" height="8" rx="1" fill="var(--c-edge)" opacity=".8"/>
<path d="M54 5H89V8H54Z" fill="var(--c-edge)"/>
<rect x="16" y="14" width="44" height="15" rx="6" fill="var(--c-mark)" fill-opacity=".93" stroke="var(--c-edge)"
  stroke-width="1.3"/><path d="M22 14V5H19.5V2H31.5V5H29V14Z" fill="var(--c-edge)"/>
<path d="M40 14V10Q43.5 6.5 47 10V14Z" fill="var(--c-edge)"/><path d="M4 33L14 26V33Z" fill="var(--c-edge)"/>
<circle cx="16" cy="21.5" r="4.2" fill="var(--c-edge)"/><path d="M22 29H58" stroke="var(--c-edge)" stroke-width="1.5"/>
<rect x="6" y="29" width="80" height="3.4" fill="var(--c-edge)"/>
<circle cx="22" cy="35.5" r="4.3" fill="var(--c-edge)"/>
<circle cx="22" cy="35.5" r="1.4" fill="var(--c-mark)" opacity=".8"/>
<circle cx="34" cy="35.5" r="4.3" fill="var(--c-edge)"/>
<circle cx="34" cy="35.5" r="1.4" fill="var(--c-mark)" opacity=".8"/>
<circle cx="50" cy="33" r="7" fill="none" stroke="var(--c-edge)" stroke-width="2.6"/>
<circle cx="70" cy="33" r="7" fill="none" stroke="var(--c-edge)" stroke-width="2.6"/>
<path d="M34 36H70" stroke="var(--c-edge)" stroke-width="1.8"/></symbol>
<symbol id="w-ship" viewBox="0 0 92 44" overflow="visible">
<path d="M6 26H86L78 38H16Z" fill="var(--c-mark)" fill-opacity=".93" stroke="var(--c-edge)" stroke-width="1.3"/>
<path d="M30 17H66V26H30Z" fill="var(--c-mark)" fill-opacity=".93" stroke="var(--c-edge)" stroke-width="1.3"/>
<path d="M36 6H44V17H36ZM50 6H58V17H50Z" fill="var(--c-edge)"/>
<path d="M18 26V10M76 26V12" stroke="var(--c-edge)" stroke-width="1.6"/>
<path d="M2 41Q10 37 18 41T34 41T50 41T66 41T82 41T92 40" fill="none" stroke="var(--c-mark)" stroke-width="1.6"
  opacity=".9"/></symbol>
<symbol id="i-mark" viewBox="0 0 32 32">
<path d="M7 29V16C7 9 12 7 16 3M7 19C9 12 18 14 25 8" fill="none" stroke="currentColor" stroke-width="3.4"
  stroke-linecap="round"/><circle cx="16.6" cy="3.6" r="3" fill="var(--accent)"/>
<circle cx="26" cy="7.4" r="3" fill="var(--accent)"/><circle cx="7" cy="28.4" r="3" fill="currentColor"/></symbol>
<symbol id="i-ticket" viewBox="0 0 20 20">
<path d="M2 5H18V8.4A1.8 1.8 0 0 0 18 11.8V15H2V11.8A1.8 1.8 0 0 0 2 8.4Z" fill="none" stroke="currentColor"
  stroke-width="1.6"/><path d="M12.5 5.5V14.5" stroke="currentColor" stroke-width="1.4" stroke-dasharray="1.6 1.8"/>
</symbol>
<symbol id="i-cards" viewBox="0 0 20 20">
<rect x="3" y="3.5" width="9" height="13" rx="1.6" fill="none" stroke="currentColor" stroke-width="1.6"/>
<path d="M8 3.5L14.5 4.6A1.6 1.6 0 0 1 15.8 6.4L14.3 15.4" fill="none" stroke="currentColor" stroke-width="1.6"/>
</symbol>
<symbol id="i-train" viewBox="0 0 24 20"><path d="M3 5H21V13H3Z" fill="none" stroke="currentColor" stroke-width="1.7"/>
<path d="M6.5 5V9H11V5M13.5 5V9H18V5" fill="none" stroke="currentColor" stroke-width="1.4"/>
<circle cx="7.5" cy="15.5" r="2" fill="currentColor"/><circle cx="16.5" cy="15.5" r="2" fill="currentColor"/></symbol>
<symbol id="i-ship" viewBox="0 0 24 20">
<path d="M2.5 11H21.5L18.5 17H5.5Z" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linejoin="round"/>
<path d="M8 11V6H16V11M11 6V2.5H14V6" fill="none" stroke="currentColor" stroke-width="1.5"/></symbol>
`;

/** @param {[string, string]} entry */
function mark([id, path]) {
  const box = 'viewBox="-11 -11 22 22" overflow="visible"';
  return `<symbol id="y-${id}" ${box}><path d="${path}" fill-rule="evenodd"/></symbol>`;
}

/** @param {[string, string]} entry */
function icon([id, lines]) {
  const pen = 'fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"';
  return `<symbol id="i-${id}" viewBox="0 0 20 20"><g ${pen}>${lines}</g></symbol>`;
}

/**
 * @typedef {object} Symbols
 * @property {Record<string, string>} [marks]  paths, for cards
 * @property {Record<string, string>} [icons]  lines, for buttons and numbers
 * @property {string} [others]  whole symbols
 */

/** @type {Symbols[]} */
const all = [{ marks: MARKS, icons: ICONS, others: OTHERS }];
/** @type {Element|null} */
let sheet = null;

/** @param {Symbols} symbols */
function drawn({ marks = {}, icons = {}, others = "" }) {
  return [...Object.entries(marks).map(mark), ...Object.entries(icons).map(icon), others].join("");
}

/**
 * Add symbols to those of the page, now or when it begins.
 * @param {Symbols} symbols
 */
export function addSymbols(symbols) {
  all.push(symbols);
  sheet?.insertAdjacentHTML("beforeend", drawn(symbols));
}

/** Put the symbols into the page, before anything that uses them. */
export function installSymbols() {
  const holder = document.createElement("div");
  holder.innerHTML = `<svg class="sheet-symbols" aria-hidden="true"><defs>${all.map(drawn).join("")}</defs></svg>`;
  sheet = holder.querySelector("defs");
  document.body.prepend(/** @type {Node} */ (holder.firstChild));
}

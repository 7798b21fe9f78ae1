// The icons in icons.woff2, in order.
export const ICONS = `
account-alert-outline account-arrow-right-outline account-group-outline account-multiple-outline
account-outline account-plus-outline account-reactivate-outline account-voice alarm alert-circle-outline
alert-outline arrow-left arrow-right axe backspace-outline barley bat bell-ring-outline bomb bomb-off
book-open-variant bookmark bookmark-outline bullhorn-outline bullseye-arrow cached candle card-off-outline
cards cards-heart-outline cards-outline cards-playing-outline castle cat cellphone-check check check-bold
check-circle chess-knight chess-pawn chevron-right circle-half-full clipboard-list-outline close close-circle
close-thick coffee coffee-outline cog-outline comment-alert-outline connection crown dice-5-outline
dice-multiple-outline donkey door-open dots-vertical drama-masks email-seal-outline emoticon-happy-outline
emoticon-sad-outline equal exit-run eye-off-outline eye-outline feather fire flag-checkered flag-variant flash
flower food-apple form-textbox format-list-bulleted format-list-numbered fuel gas-cylinder gesture-tap ghost
hammer hand-back-left-outline hand-back-right-outline hand-extended-outline handshake-outline hat-fedora heart
heart-broken-outline heart-outline help-circle-outline hexagon-multiple-outline history home-heart
image-multiple-outline image-outline key-variant lamp-outline layers-outline layers-triple-outline leaf
lightbulb-on-outline link-off link-variant-off map map-marker map-marker-outline map-marker-path
map-marker-plus-outline medical-bag minus moon-waning-crescent navigation navigation-variant-outline
numeric-1-circle-outline package-variant palette-outline pause paw pencil-outline play plus plus-box-outline
podium rabbit redo-variant repeat restart rocket-launch-outline rowing sail-boat scale-balance
scissors-cutting script-text-outline shoe-heel shoe-print skip-next skull-outline sleep snowflake
sort-numeric-ascending spider-web star star-four-points star-four-points-outline star-outline swap-horizontal
sword-cross tag-outline target television tent timer-off-outline timer-sand tooth-outline
transit-connection-variant tray-arrow-down tray-arrow-up tray-full trophy-outline tunnel-outline undo-variant
volume-off white-balance-sunny wifi-off wind-turbine
`
  .trim()
  .split(/\s+/);

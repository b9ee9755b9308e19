export default function client() {
  return 1
}

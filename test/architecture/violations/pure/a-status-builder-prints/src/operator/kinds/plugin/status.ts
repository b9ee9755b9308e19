export const statusOf = (ready: boolean) => {
  console.log(ready)
  return { ready }
}
